export const resourceDescription =
  'Campaigns: mail to an audience or a part of it, at once or at a time, with A/B tests. Each person gets it once.';

export const queryParameterDescriptions = {
  sample: 'How many addresses to show.',
};

const content = {
  subject: 'With placeholders, whose values are put in as they are.',
  html: 'With placeholders, whose values are escaped: `{{first_name}}`, `{{plan}}`.',
  from_name: 'The name before the address, which is `news@` and the domain.',
};

const audience = {
  audience_id: 'Whom it is for: who is on this audience and has not unsubscribed.',
  identity_id: 'The id of the marketing domain that it leaves from.',
  segment_id: 'Only who is in this segment, too. It filters the same audience.',
  segment: 'Only who did, or did not, something lately, too.',
  topic_key: 'Only who gets mail of this topic, too; its name stands in the footer.',
};

const test = {
  metric: 'What decides: readers who opened it, or who clicked.',
  sample_share: 'The part of the recipients on whom the variants are tried.',
  decide_after_minutes: 'So long after the sample is out the winner is decided.',
};

const variant = {
  key: 'a-z, 0-9, `_` and `-`. Events and recipients name it.',
  subject: 'In place of the subject of the campaign.',
  from_name: 'In place of the name of the campaign.',
  send_at: 'When this part of the recipients gets it: for all variants, or for none.',
};

const outcomes = {
  pending: 'Still to be mailed.',
  failed: 'The provider refused the mail.',
  skipped: 'Suppressed, opted out, or on a domain that cannot receive mail. They have no message.',
};

const row = {
  subject: content.subject,
  from_name: content.from_name,
  ...audience,
  variants: 'What an A/B test tries; null without a test.',
  progress: 'While it is sending, paused or testing.',
  pause_reason:
    'What it waits for: `warmup`, `quota`, `throttled`, `interrupted`, `no_postal_address` or `workspace_suspended`.',
  resume_after: 'Of a warm-up pause: when the allowance renews.',
  failure_reason: 'Why the run ended `failed`.',
};

export const fieldDescriptions = {
  Broadcast: { ...row, ...content },
  BroadcastRow: row,
  CreateBroadcastRequest: { ...content, ...audience, variants: 'Two to ten: an A/B test.' },
  UpdateBroadcastRequest: {
    ...content,
    variants: 'Replaces the list. Null: no test any more.',
    ab_test: 'Put over the settings that there are.',
    scheduled_at: 'Of a scheduled campaign, a time in UTC that ends in `Z`. Null: a draft again.',
  },
  Variant: variant,
  VariantRequest: variant,
  AbTest: {
    ...test,
    decide_at: 'When the winner is decided; null before the sample is out.',
    winner: 'The key of a variant.',
    results: 'What each variant has come to, as it is now. Empty before it was started.',
  },
  AbTestRequest: test,
  TestResult: {
    unique_opens: 'Readers, not opens. What scanners did is left out.',
    unique_clicks: 'Readers, not clicks.',
    open_rate: 'Of what was delivered.',
    click_rate: 'Of what was delivered.',
  },
  Progress: {
    ...outcomes,
    by_variant: 'In the order of the variants, and last those who wait for the winner.',
  },
  VariantProgress: { key: 'Null: those who wait for the winner.', ...outcomes },
  BroadcastPreview: {
    recipient_count: 'As of now.',
    sample: 'Some of their addresses.',
    can_send: 'Whether the reputation of the workspace and the size of the sample allow it.',
    reason: 'Why not.',
  },
  BroadcastRecipient: { id: 'Of the message, as `GET /v1/emails/{id}` takes it.' },
  ClickedLink: { unique_clicks: 'Readers who clicked it.' },
  SendBroadcastRequest: { scheduled_at: 'A time in UTC that ends in `Z`. Without it: now.' },
  DecideBroadcastRequest: { variant: 'Its key. Without it: what the metric says.' },
};
