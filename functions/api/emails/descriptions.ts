export const resourceDescription =
  'Outgoing emails. Send emails one at a time or in batches, now or later, and read the delivery log.';

export const queryParameterDescriptions = {
  days: 'The number of UTC days, including today.',
  to: 'Returns emails with this address in `to`, ignoring letter case. `cc` and `bcc` are not searched.',
};

const email = {
  from: 'The sender as given, including the display name.',
  to: 'The recipients that were mailed, without display names. If no recipient could be mailed, all requested recipients.',
  subject: 'The subject as sent, with template placeholders filled in.',
  status:
    'The status of the email. `bounced` includes temporary bounces. The events contain the type of a bounce.',
  provider_message_id: 'The ID that SES assigned; null until SES accepts the email.',
  scheduled_at: 'When the email is due; null for an immediate send.',
  sent_at: 'When SES accepted the email.',
  opened_at:
    'When a recipient first opened the email. Opens by detected scanners are not counted. Set only if tracking was active.',
  clicked_at:
    'When a recipient first clicked a link in the email. Clicks by detected scanners are not counted. Set only if tracking was active.',
};

const sendResponse = {
  id: 'The ID of the email, for `GET /v1/emails/{id}` and for replies.',
  thread_id: 'The ID of the conversation of the email; null for marketing emails and for skipped emails.',
  scheduled_at: 'When the email is due.',
  skipped:
    'Whether the email was skipped because no recipient in `to` may be mailed. A skipped email is never sent.',
  reason:
    'Why the email was skipped: `suppressed:` and a reason, `unsubscribed_from_topic:` and a key, or `undeliverable_domain:` and a name.',
  approval_id: 'The ID of the approval that the draft waits for.',
};

export const fieldDescriptions = {
  SendRequest: {
    from: 'A mailbox on a domain that is verified for the risk class: `desk@mail.acme.example` or `Desk <desk@mail.acme.example>`.',
    to: 'One or more mailboxes. `to`, `cc` and `bcc` together contain at most 50 mailboxes.',
    cc: 'Mailboxes that get a copy.',
    bcc: 'Mailboxes that get a hidden copy. The service discards their display names.',
    reply_to: 'The mailbox for replies.',
    subject:
      'One line of at most 998 characters. Required without a template. With a template, replaces the subject of the template verbatim.',
    html: 'One of `html`, `text` and `template` is required.',
    text: 'If only `html` is given, the plain text is derived from the HTML.',
    template: 'The slug of a template, whose content replaces `html` and `text`.',
    variables: 'Values for the placeholders of the template.',
    scheduled_at:
      'When to send the email: ISO 8601, `in 2 hours` or `tomorrow at 9am`. The default time zone is UTC. An email whose time has passed is sent as soon as possible.',
    sequence_key: 'Stored with a scheduled email but not used.',
    tags: 'Passed to SES. Characters other than letters, digits, `_` and `-` are replaced with `_`.',
    reply_to_message_id:
      'The ID of the sent or received message that this email replies to. The email joins the conversation of the message.',
    thread_id: 'The ID of the conversation that the email joins without replying to a message.',
    topic: 'The key of a topic. Recipients who opted out of the topic are not mailed.',
  },
  Attachment: {
    filename: 'The name of the file, without line breaks.',
    content: 'The file in base64, at most 10 MB once decoded.',
    content_type: '`type/subtype`, with optional parameters.',
    content_id: 'Makes the file an inline file. The HTML refers to the file as `cid:` followed by this ID.',
  },
  SendResponse: sendResponse,
  SentEntry: { ...sendResponse, ok: 'The entry succeeded, even if the email was skipped.' },
  FailedEntry: { ok: 'The entry failed, and nothing was sent.' },
  BatchResponse: {
    data: 'One row per entry, in the order of the request.',
    failed: 'The number of failed entries.',
  },
  Email: email,
  EmailWithEvents: { ...email, events: 'The events of the email, oldest first.' },
  EmailContent: {
    thread_id:
      'The ID of the conversation of the email; null for emails without a conversation, such as marketing emails.',
    text: 'The text of the email. If only HTML was given, the text derived from the HTML.',
    html: 'The HTML of the email, without the footer and the links that the service adds to a marketing email when it sends the email.',
  },
  EmailEvent: {
    recipient:
      'The address that the event is about. If SES reports no address for this type of event, the first address in `to`.',
    sub_type:
      'For a bounce, `Permanent`, `Transient` or `Undetermined`. For a complaint or a delay, the type that SES reports.',
    detail:
      'For a bounce or a delay, the response of the receiving server. For a click, the link. For a rejection, the reason.',
    broadcast_id: 'The ID of the campaign that the email belongs to.',
    variant: 'The variant of the campaign.',
    occurred_at: 'When the event occurred.',
  },
  EmailMetrics: {
    days: 'The number of days in the response, which can differ from the requested number because of the limits of the parameter.',
    from: 'The first day, in UTC.',
    to: 'Today, in UTC.',
    daily: 'One row for every day, oldest first.',
  },
};
