export const resourceDescription =
  'Campaigns: emails to an audience or a part of an audience, sent now or at a scheduled time, with optional A/B tests. Each recipient is mailed once.';

export const queryParameterDescriptions = {
  sample: 'The number of addresses to return.',
};

const content = {
  subject: 'May contain placeholders. Values are inserted unescaped.',
  html: 'May contain placeholders such as `{{first_name}}` and `{{plan}}`. Values are HTML-escaped.',
  from_name: 'The display name of the sender. The sender address is `news@` followed by the domain.',
};

const audience = {
  audience_id: 'The ID of the audience. Unsubscribed contacts are not mailed.',
  identity_id: 'The ID of the marketing domain to send from.',
  segment_id: 'The ID of a segment of the same audience. Limits the campaign to the contacts in the segment.',
  segment: 'Limits the campaign to contacts with, or without, recent engagement.',
  topic_key:
    'The key of a topic. Limits the campaign to subscribers of the topic. The footer names the topic.',
};

const test = {
  metric:
    'The metric that decides the test: the share of recipients who opened the email, or who clicked a link.',
  sample_share: 'The share of the recipients that receive the variants in the test, from 0 to 1.',
  decide_after_minutes: 'The number of minutes from the end of the test send to the decision.',
};

const variant = {
  key: 'May contain a-z, 0-9, `_` and `-`. The `variant` field of events and recipients contains this key.',
  subject: 'Replaces the subject of the campaign.',
  from_name: 'Replaces the display name of the campaign.',
  send_at:
    'When the recipients of this variant are mailed. Set `send_at` for all variants or for none of them.',
};

const outcomes = {
  pending: 'The number of recipients that wait to be mailed.',
  failed: 'The number of recipients whose email SES rejected.',
  skipped:
    'The number of recipients that are suppressed, have opted out, or have an address on a domain that cannot receive mail. Skipped recipients have no message.',
};

const row = {
  subject: content.subject,
  from_name: content.from_name,
  ...audience,
  variants: 'The variants of the A/B test; null without a test.',
  progress: 'The number of recipients in each state. Set while the campaign is sending, paused or testing.',
  pause_reason:
    'Why the campaign is paused: `warmup`, `quota`, `throttled`, `interrupted`, `no_postal_address`, `workspace_suspended` or `daily_limit`.',
  resume_after: 'When the warm-up allowance renews. Set only while `pause_reason` is `warmup`.',
  failure_reason: 'Why the campaign ended as `failed`.',
};

export const fieldDescriptions = {
  Broadcast: { ...row, ...content },
  BroadcastRow: row,
  CreateBroadcastRequest: { ...content, ...audience, variants: 'Two to ten variants for an A/B test.' },
  UpdateBroadcastRequest: {
    ...content,
    variants: 'Replaces all variants. Null removes the test.',
    ab_test: 'The settings of the A/B test. Fields that you omit keep their values.',
    scheduled_at:
      'The new time of a scheduled campaign, in UTC and ending in `Z`. Null makes the campaign a draft again.',
  },
  Variant: variant,
  VariantRequest: variant,
  AbTest: {
    ...test,
    decide_at: 'When the winner is decided; null until the sample is sent.',
    winner: 'The key of the winning variant.',
    results: 'The current results of each variant. Empty before the campaign is started.',
  },
  AbTestRequest: test,
  BroadcastDecision: {
    winner: 'The key of the winning variant.',
    decided_by: '`auto` for the service, `manual` for a request.',
    results: 'The results of each variant in the sample, at `decided_at`.',
    rollout:
      'The current results of the winner among the recipients that waited for the decision, without the sample.',
  },
  TestResult: {
    unique_opens:
      'The number of recipients who opened the email. Repeated opens count once. Opens by detected scanners are not counted.',
    unique_clicks:
      'The number of recipients who clicked a link. Repeated clicks count once. Clicks by detected scanners are not counted.',
    open_rate: '`unique_opens` divided by the number of delivered emails.',
    click_rate: '`unique_clicks` divided by the number of delivered emails.',
  },
  Progress: {
    ...outcomes,
    by_variant:
      'One entry per variant, in order, followed by an entry for the recipients that wait for the winner.',
  },
  VariantProgress: {
    key: 'The key of the variant; null for the recipients that wait for the winner.',
    ...outcomes,
  },
  BroadcastPreview: {
    recipient_count: 'The current number of recipients.',
    sample: 'The addresses of some recipients.',
    warnings:
      'Braces that are mailed because they are no placeholders. Only content from an earlier version of the service has warnings.',
    can_send: 'Whether the reputation of the workspace and the size of the test sample allow the campaign.',
    reason: 'Why the campaign cannot be sent.',
  },
  BroadcastRecipient: { id: 'The ID of the message, for `GET /v1/emails/{id}`.' },
  ClickedLink: { unique_clicks: 'The number of recipients who clicked the link.' },
  SendBroadcastRequest: {
    scheduled_at:
      'The time at which the campaign starts, in UTC and ending in `Z`. If omitted, the campaign starts now.',
  },
  DecideBroadcastRequest: { variant: 'The key of the winner. If omitted, the metric decides.' },
};
