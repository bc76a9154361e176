import { fieldsOfAutomations } from './fields-of-automations';
import { fieldsOfBroadcasts } from './fields-of-broadcasts';
import { fieldsOfConversations } from './fields-of-conversations';
import { fieldsOfPeople } from './fields-of-people';
import type { Described } from './json-schema';

export type Meanings = Readonly<Record<string, string>>;

/** What these fields mean in every shape that has them. */
const everywhere: Meanings = {
  created_at: 'When it was recorded.',
  deleted: 'It is gone.',
  has_more: 'There are more rows than these.',
  next_cursor: 'The `cursor` of the next page; null on the last one, and where a list has no pages.',
  risk_class: 'Which of the two reputations the mail is sent with. Each has a domain of its own.',
  updated_at: 'When it was last changed; null while it never was.',
};

const email: Meanings = {
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

const sendResponse: Meanings = {
  id: 'The id of the email: of `GET /v1/emails/{id}`, and to reply to.',
  thread_id: 'The conversation that it is on; null for marketing and where nothing is sent.',
  scheduled_at: 'When it is due.',
  skipped: 'Nobody of `to` may be mailed: nothing was sent, and nothing will be.',
  reason:
    'Why it was skipped: `suppressed:` and a reason, `unsubscribed_from_topic:` and a key, or `undeliverable_domain:` and a name.',
  approval_id: 'The approval that the draft waits for.',
};

const webhookEndpoint: Meanings = {
  url: 'Where deliveries are posted.',
  events: 'What it is told of.',
  enabled: 'Whether anything is delivered.',
};

/** What fields mean in one shape, by its name. */
const inShapes: Readonly<Record<string, Meanings | undefined>> = {
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
  ...fieldsOfConversations,
  Approval: {
    message_id: 'The email that is held.',
    api_key_id: 'The key that drafted it.',
    last_error: 'Why the last release failed.',
    expires_at: 'When it is withdrawn, unless somebody decides before.',
    scheduled_at: 'When it is due, if it was to leave later.',
    attachments: 'What is attached, in order.',
  },
  AttachedFile: {
    size: 'Bytes.',
    sha256: 'Of its bytes, in hexadecimal.',
  },
  DecisionRequest: {
    decided_by: 'Who decides: a name or an address, kept with the decision.',
    reason: 'Kept with the decision.',
  },
  Decision: {
    message_id: 'The email that was held.',
    status: 'What became of the email.',
    scheduled_at: 'When it is due, if its time is still to come.',
    skipped: 'Everybody had left `to`, so nothing was sent.',
    reason: 'Why it was skipped.',
  },
  NewDomainRequest: {
    domain: 'Without `risk_class` the root, such as `acme.example`; with it, the very name to send from.',
  },
  Domain: {
    domain: 'What stands after the `@` of a sender.',
    status: 'What the mail provider says of its DKIM. Only from a `verified` domain mail may be sent.',
    dns_records: 'What to publish, and what DNS shows.',
    click_tracking: 'While it is `active`, opens and clicks are seen.',
    mail_from: 'The Return-Path. Mail is sent without it, too.',
    last_checked_at: 'When DNS was last looked at.',
  },
  DnsRecord: {
    optional: 'Mail can be sent without it.',
    status: '`unchecked` until DNS was looked at.',
    found: 'What DNS showed when it was last looked at.',
    priority: 'Of an MX record.',
  },
  Credential: {
    kind: 'A key of this service, a token of the OAuth issuer, or the session of a person in the dashboard.',
    id: 'That of the key or the person, or the subject of the token.',
    scopes: 'What it may do.',
    daily_send_limit: 'How many recipients it may mail in a UTC day; null where it has no such limit.',
    allowed_recipients: 'Addresses and domains that it may mail; empty where it may mail everybody.',
    requires_approval: 'Its mail is held until a person approves it.',
  },
  Usage: {
    emails_included: 'How many recipients the plan has in a period; null where it has no ceiling.',
    emails_used: 'How many recipients were mailed in this period.',
    emails_remaining: 'Null where the plan has no ceiling.',
    sending_locked: 'A mail to one recipient would be refused now.',
    lock_reason: 'The error type that it would be refused with.',
    suspended_reason: 'Why the operator has stopped all sending; null while nobody has.',
    estimated_cents: 'What the period has cost so far.',
    budget_cents: 'What the workspace allows itself a month; null for any sum.',
  },
  SaveTemplateRequest: {
    slug: '1 to 100 of a-z, 0-9 and hyphens. One that exists is replaced.',
    text: 'Left out it stays as it is; null removes it.',
  },
  Template: { variables: 'The placeholders, each once: what a send must give values for.' },
  ...fieldsOfPeople,
  ...fieldsOfAutomations,
  ...fieldsOfBroadcasts,
  SaveTopicRequest: {
    key: '1 to 60 of a-z, 0-9 and hyphens. One that exists is changed.',
    default_subscribed: 'For everybody who made no choice; true unless given.',
  },
  Topic: { default_subscribed: 'Whether it is mailed to who made no choice.' },
  Preference: { subscribed: 'The choice of the address, or else the default.' },
  SavePreferencesRequest: { topics: 'By key, whether the address wants it.' },
  Suppression: {
    scope: 'Which mail is refused.',
    reason: 'Why it is.',
    detail: 'Where it came from, if it was imported.',
  },
  WebhookEndpoint: webhookEndpoint,
  WebhookEndpointWithSecret: { ...webhookEndpoint, secret: 'Signs every delivery. It is shown this once.' },
  WebhookDelivery: {
    status:
      '`pending` before the first attempt has ended; `failed` is tried again while `attempts` is below six.',
    last_status_code: 'Of the latest attempt that was answered.',
    last_error: 'What went wrong last. A later success leaves it.',
    delivered_at: 'When an attempt succeeded.',
  },
  SentMailEvent: {
    message_id: 'The `id` that the send answered.',
    broadcast_id: 'The campaign that the mail was part of.',
    variant: 'Its variant.',
    to: 'Addresses without names.',
    link: 'Of a click, where the link leads.',
    occurred_at: 'When it happened.',
  },
  Error: {
    type: 'Stable, and the same everywhere: branch on it.',
    message: 'For people; it may change.',
    details: 'What is wrong, field by field.',
    missing: 'The placeholders that have no value.',
  },
  ErrorDetail: { path: 'Where it is in the body: names and indexes, from the outside in.' },
};

/** The schemas, with what each field means beside it. */
export function explainFields(schemas: Readonly<Record<string, Described | undefined>>): void {
  for (const [name, meanings] of Object.entries(inShapes)) refuseUnknown(name, schemas[name], meanings ?? {});
  for (const [name, schema] of Object.entries(schemas)) {
    for (const [field, property] of Object.entries(schema?.properties ?? {})) {
      const meaning = inShapes[name]?.[field] ?? everywhere[field];
      if (meaning && typeof property === 'object') property.description ??= meaning;
    }
  }
}

/** A field that has another name by now would silently lose what is said of it. */
function refuseUnknown(name: string, schema: Described | undefined, meanings: Meanings): void {
  const unknown = Object.keys(meanings).filter((field) => !schema?.properties?.[field]);
  if (unknown.length > 0)
    throw new Error(`fields.ts explains ${name}: ${unknown.join(', ')}, which is not there`);
}
