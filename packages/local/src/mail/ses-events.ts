import { randomUUID } from 'node:crypto';
import { recipientsOf, type OutboxRecord } from '../aws/sesv2/outbox';
import { bareAddress, domainOf, splitMailboxes } from '../mime/addresses';
import { findHeader, readHeaders, type Header } from '../mime/headers';

export type SesEventType =
  | 'Send'
  | 'Delivery'
  | 'Bounce'
  | 'Complaint'
  | 'Reject'
  | 'Open'
  | 'Click'
  | 'Rendering Failure'
  | 'DeliveryDelay';

/** An event as SES publishes it to the event destination of a configuration set. */
export interface SesEvent {
  eventType: SesEventType;
  mail: Record<string, unknown>;
  [detail: string]: unknown;
}

/** The accepted email that an event is about. */
export interface SentMail {
  record: OutboxRecord;
  raw: Buffer;
  region: string;
  accountId: string;
}

/** SES omits headers beyond the first 10 KB. */
const headersBytesMax = 10_240;

export function sendEvent(sent: SentMail): SesEvent {
  return { eventType: 'Send', mail: describeMail(sent), send: {} };
}

export function deliveryEvent(
  sent: SentMail,
  recipients: string[],
  at: Date,
  smtpResponse?: string,
): SesEvent {
  const delivery = {
    timestamp: at.toISOString(),
    processingTimeMillis: Math.max(0, at.getTime() - Date.parse(sent.record.at)),
    recipients,
    smtpResponse: smtpResponse ?? '250 2.0.0 OK',
    remoteMtaIp: '127.0.0.1',
    reportingMTA: 'a1-1.smtp-out.amazonses.com',
  };
  return { eventType: 'Delivery', mail: describeMail(sent), delivery };
}

export interface BounceDetail {
  recipients: string[];
  at: Date;
  bounceType: string;
  bounceSubType: string;
  /** For example, `5.1.1`. */
  status: string;
  /** `smtp; 550 …`. Undefined if no server responded. */
  diagnosticCode: string | undefined;
}

export function bounceEvent(sent: SentMail, detail: BounceDetail): SesEvent {
  const { recipients, at, bounceType, bounceSubType, status, diagnosticCode } = detail;
  const bouncedRecipients = recipients.map((emailAddress) => ({
    emailAddress,
    action: 'failed',
    status,
    ...(diagnosticCode === undefined ? {} : { diagnosticCode }),
  }));
  const bounce = {
    feedbackId: feedbackId(at),
    bounceType,
    bounceSubType,
    bouncedRecipients,
    timestamp: at.toISOString(),
    reportingMTA: 'dns; a1-1.smtp-out.amazonses.com',
  };
  return { eventType: 'Bounce', mail: describeMail(sent), bounce };
}

export interface ComplaintDetail {
  recipients: string[];
  at: Date;
  /** For example, `abuse`; undefined if the mailbox provider sent no type. */
  feedbackType: string | undefined;
  userAgent: string;
}

export function complaintEvent(sent: SentMail, detail: ComplaintDetail): SesEvent {
  const timestamp = detail.at.toISOString();
  const complaint = {
    feedbackId: feedbackId(detail.at),
    complaintSubType: null,
    complainedRecipients: detail.recipients.map((emailAddress) => ({ emailAddress })),
    timestamp,
    userAgent: detail.userAgent,
    ...(detail.feedbackType === undefined ? {} : { complaintFeedbackType: detail.feedbackType }),
    arrivalDate: timestamp,
  };
  return { eventType: 'Complaint', mail: describeMail(sent), complaint };
}

export function rejectEvent(sent: SentMail, reason: string): SesEvent {
  return { eventType: 'Reject', mail: describeMail(sent), reject: { reason } };
}

export function openEvent(sent: SentMail, at: Date, userAgent: string): SesEvent {
  const open = { timestamp: at.toISOString(), userAgent, ipAddress: '192.0.2.1' };
  return { eventType: 'Open', mail: describeMail(sent), open };
}

export function clickEvent(sent: SentMail, at: Date, link: string, userAgent: string): SesEvent {
  const click = { timestamp: at.toISOString(), ipAddress: '192.0.2.1', userAgent, link, linkTags: null };
  return { eventType: 'Click', mail: describeMail(sent), click };
}

export function renderingFailureEvent(sent: SentMail, errorMessage: string): SesEvent {
  const failure = { errorMessage, templateName: 'Template' };
  return { eventType: 'Rendering Failure', mail: describeEnvelope(sent), failure };
}

export interface DelayDetail {
  recipients: string[];
  at: Date;
  delayType: string;
  diagnosticCode: string | undefined;
}

export function deliveryDelayEvent(sent: SentMail, detail: DelayDetail): SesEvent {
  const { diagnosticCode } = detail;
  const delayedRecipients = detail.recipients.map((emailAddress) => ({
    emailAddress,
    status: '4.4.1',
    ...(diagnosticCode === undefined ? {} : { diagnosticCode }),
  }));
  const deliveryDelay = {
    timestamp: detail.at.toISOString(),
    delayType: detail.delayType,
    expirationTime: new Date(Date.parse(sent.record.at) + 14 * 3_600_000).toISOString(),
    delayedRecipients,
  };
  return { eventType: 'DeliveryDelay', mail: describeEnvelope(sent), deliveryDelay };
}

/** The fields of `mail` that every event contains. */
function describeEnvelope({ record, region, accountId }: SentMail): Record<string, unknown> {
  const fromDomain = domainOf(record.from);
  const set = record.configuration_set;
  const ownTags = Object.entries(record.tags).map(([name, value]) => [name, [value]]);
  return {
    timestamp: record.at,
    source: record.from,
    sourceArn: `arn:aws:ses:${region}:${accountId}:identity/${fromDomain}`,
    sendingAccountId: accountId,
    messageId: record.provider_message_id,
    destination: recipientsOf(record),
    headersTruncated: false,
    tags: {
      'ses:operation': ['SendEmail'],
      ...(set === null ? {} : { 'ses:configuration-set': [set] }),
      'ses:source-ip': ['127.0.0.1'],
      'ses:from-domain': [fromDomain],
      'ses:caller-identity': ['local'],
      ...Object.fromEntries(ownTags),
    },
  };
}

function describeMail(sent: SentMail): Record<string, unknown> {
  const all = readHeaders(sent.raw);
  const { headers, headersTruncated } = truncateHeaders(all);
  const commonHeaders = { ...describeHeaders(all), messageId: sent.record.provider_message_id };
  return { ...describeEnvelope(sent), headersTruncated, headers, commonHeaders };
}

export function truncateHeaders(all: Header[]): { headers: Header[]; headersTruncated: boolean } {
  let bytes = 0;
  const headers = all.filter(
    ({ name, value }) => (bytes += name.length + value.length + 4) <= headersBytesMax,
  );
  return { headers, headersTruncated: headers.length < all.length };
}

/** The `commonHeaders` of SES. Headers that the message lacks are omitted. */
export function describeHeaders(headers: Header[]): Record<string, unknown> {
  const mailboxes = ['from', 'reply-to', 'to', 'cc', 'bcc'].map((name): [string, unknown] => {
    const value = findHeader(headers, name);
    return [name === 'reply-to' ? 'replyTo' : name, value && splitMailboxes(value.slice(0, headerMax))];
  });
  const texts = ['date', 'subject'].map((name): [string, unknown] => [
    name,
    findHeader(headers, name)?.slice(0, headerMax),
  ]);
  const returnPath = findHeader(headers, 'return-path');
  const entries = [...mailboxes, ...texts].filter(([, value]) => value !== undefined);
  return {
    ...Object.fromEntries(entries),
    ...(returnPath !== undefined && { returnPath: returnPath && bareAddress(returnPath) }),
  };
}

/** The maximum length of a header, which keeps a notification below the size limit of SNS. */
const headerMax = 10_000;

function feedbackId(at: Date): string {
  return `0100${at.getTime().toString(16).padStart(12, '0')}-${randomUUID()}-000000`;
}
