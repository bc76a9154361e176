export const resourceDescription =
  'Campaigns: emails to an audience or part of it, sent now or at a scheduled time, with optional A/B tests. Each recipient is mailed once.';

export const queryParameterDescriptions = {
  sample: 'The number of addresses to return.',
};

const content = {
  subject: 'May contain placeholders. Values are inserted unescaped.',
  html: 'May contain placeholders such as `{{first_name}}` and `{{plan}}`. Values are HTML-escaped.',
  from_name: 'The display name of the sender. The sender address is `news@` followed by the domain.',
};

const audience = {
  audience_id: 'The ID of the audience. Unsubscribed contacts are left out.',
  identity_id: 'The ID of the marketing domain to send from.',
  segment_id: 'Limits the campaign to this segment, which must filter the same audience.',
  segment: 'Limits the campaign to contacts with, or without, recent engagement.',
  topic_key: 'Limits the campaign to subscribers of this topic. The footer names the topic.',
};

const test = {
  metric:
    'The metric that decides the test: recipients who opened the email, or recipients who clicked a link.',
  sample_share: 'The share of the recipients in the test.',
  decide_after_minutes: 'The number of minutes between sending the sample and deciding the winner.',
};

const variant = {
  key: 'a-z, 0-9, `_` and `-`. Events and recipients refer to this key.',
  subject: 'Replaces the subject of the campaign.',
  from_name: 'Replaces the display name of the campaign.',
  send_at:
    'When the recipients of this variant are mailed. Set `send_at` for all variants or for no variant.',
};

const outcomes = {
  pending: 'Recipients waiting to be mailed.',
  failed: 'Recipients whose email SES rejected.',
  skipped:
    'Recipients that are suppressed, opted out or on a domain that cannot receive mail. Skipped recipients have no message.',
};

const row = {
  subject: content.subject,
  from_name: content.from_name,
  ...audience,
  variants: 'The variants of the A/B test; null without a test.',
  progress: 'Set while the campaign is sending, paused or testing.',
  pause_reason:
    'Why the campaign is paused: `warmup`, `quota`, `throttled`, `interrupted`, `no_postal_address` or `workspace_suspended`.',
  resume_after: 'When the warm-up allowance renews. Set only while a campaign is paused for warm-up.',
  failure_reason: 'Why the campaign ended as `failed`.',
};

export const fieldDescriptions = {
  Broadcast: { ...row, ...content },
  BroadcastRow: row,
  CreateBroadcastRequest: { ...content, ...audience, variants: 'Two to ten variants for an A/B test.' },
  UpdateBroadcastRequest: {
    ...content,
    variants: 'Replaces the list. Null removes the test.',
    ab_test: 'Merged into the stored settings.',
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
  TestResult: {
    unique_opens:
      'The number of recipients who opened the email, not of opens. Detected scanners are left out.',
    unique_clicks: 'The number of recipients who clicked a link, not of clicks.',
    open_rate: '`unique_opens` as a fraction of the delivered emails.',
    click_rate: '`unique_clicks` as a fraction of the delivered emails.',
  },
  Progress: {
    ...outcomes,
    by_variant: 'The variants in order, followed by the recipients that wait for the winner.',
  },
  VariantProgress: { key: 'Null for the recipients that wait for the winner.', ...outcomes },
  BroadcastPreview: {
    recipient_count: 'The current number of recipients.',
    sample: 'The addresses of some recipients.',
    can_send: 'Whether the reputation of the workspace and the size of the test sample allow the campaign.',
    reason: 'Why the campaign cannot be sent.',
  },
  BroadcastRecipient: { id: 'The ID of the message, for `GET /v1/emails/{id}`.' },
  ClickedLink: { unique_clicks: 'The number of recipients who clicked the link.' },
  SendBroadcastRequest: {
    scheduled_at: 'A time in UTC that ends in `Z`. If omitted, the campaign starts now.',
  },
  DecideBroadcastRequest: { variant: 'The key of the winner. If omitted, the metric decides.' },
};
