export const resourceDescription =
  'Mail that leaves: one at a time or in batches, now or later, and the log of what became of it.';

export const queryParameterDescriptions = {
  days: 'How many days in UTC, today included.',
  to: 'Emails with this address in `to`, without regard to letter case; not those with it in `cc` or `bcc`.',
};

const email = {
  from: 'The sender as it was given, with its name.',
  to: 'Those who were mailed, without names. Where nobody was left, everybody as asked for.',
  subject: 'As it was sent: of a template, filled in.',
  status: 'What became of it. `bounced` can also be for now; its events say which.',
  provider_message_id: 'The id that the mail provider gave it; null until it took it.',
  scheduled_at: 'When it is due; null for what leaves at once.',
  sent_at: 'When the mail provider took it.',
  opened_at: 'When a person first opened it, as far as can be told. Never set while tracking is not active.',
  clicked_at: 'When a person first clicked a link in it. Never set while tracking is not active.',
};

const sendResponse = {
  id: 'The id of the email: of `GET /v1/emails/{id}`, and to reply to.',
  thread_id: 'The conversation that it is on; null for marketing and where nothing is sent.',
  scheduled_at: 'When it is due.',
  skipped: 'Nobody of `to` may be mailed: nothing was sent, and nothing will be.',
  reason:
    'Why it was skipped: `suppressed:` and a reason, `unsubscribed_from_topic:` and a key, or `undeliverable_domain:` and a name.',
  approval_id: 'The approval that the draft waits for.',
};

export const fieldDescriptions = {
  SendRequest: {
    from: 'A mailbox, `desk@mail.acme.example` or `Desk <desk@mail.acme.example>`, on a domain that is verified for the risk class.',
    to: 'One mailbox or several. `to`, `cc` and `bcc` together name at most 50.',
    cc: 'Mailboxes.',
    bcc: 'Mailboxes; their names are left out.',
    reply_to: 'One mailbox.',
    subject:
      'At most 998 characters on one line. Required without a template; with one it replaces the subject of the template, as it is.',
    html: 'One of `html`, `text` and `template` is required.',
    text: 'Where there is HTML alone, the plain text is made from it.',
    template: 'The slug of a template, whose content replaces `html` and `text`.',
    variables: 'Values for the placeholders of the template.',
    scheduled_at:
      'When to send, not now: ISO 8601, `in 2 hours`, `tomorrow at 9am`. UTC where no zone is given. What has passed is sent as soon as possible.',
    sequence_key: 'Kept with a mail that leaves later. Nothing else uses it.',
    tags: 'For the mail provider, with every character but letters, digits, `_` and `-` replaced by `_`.',
    reply_to_message_id: 'The message that this answers, sent or received: it goes onto its conversation.',
    thread_id: 'The conversation that it goes onto without answering anything.',
    topic: 'The key of a topic. Who opted out of it is not mailed.',
  },
  Attachment: {
    filename: 'Without line breaks.',
    content: 'The file in base64, at most 10 MB once decoded.',
    content_type: '`type/subtype`, with parameters if need be.',
    content_id: 'Makes the file inline: HTML refers to it as `cid:` and this id.',
  },
  SendResponse: sendResponse,
  SentEntry: { ...sendResponse, ok: 'It succeeded, even if it was skipped.' },
  FailedEntry: { ok: 'It failed, and nothing was sent.' },
  BatchResponse: { data: 'A row for each entry, in their order.', failed: 'How many entries failed.' },
  Email: email,
  EmailWithEvents: { ...email, events: 'What happened to it, the oldest first.' },
  EmailContent: {
    thread_id: 'The conversation that it is on; null where it is on none, as marketing is.',
    text: 'As it was given, or made from the HTML where it left with that alone.',
    html: 'As it was given: without the footer and the links that marketing mail gets on its way.',
  },
  EmailEvent: {
    recipient: 'The address concerned. Types that the provider reports without one have the first of `to`.',
    sub_type:
      'Of a bounce `Permanent`, `Transient` or `Undetermined`; of a complaint or a delay, what the provider calls its kind.',
    detail:
      'Of a bounce or a delay, what the other server said; of a click, the link; of a reject, the reason.',
    broadcast_id: 'The campaign that the mail was part of.',
    variant: 'Its variant.',
    occurred_at: 'When it happened.',
  },
  EmailMetrics: {
    days: 'How many days were counted, after the rules for the parameter.',
    from: 'The first day, in UTC.',
    to: 'Today, in UTC.',
    daily: 'Day by day without gaps, the oldest first.',
  },
};
