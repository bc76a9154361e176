import { createHash } from 'node:crypto';
import * as z from '../../schema/schema';
import { readReportedAddress } from '../../text/reported-address';
import type { EmailEventType } from '../../db/records/emails';

/** An SES event, converted to the terms of this service. One event can concern several recipients. */
export interface ProviderEvent {
  type: EmailEventType;
  workspaceId: string;
  messageId: string;
  providerMessageId: string;
  occurredAt: string;
  /** When SES accepted the email. */
  sentAt: string;
  /** All recipients for whom SES accepted the email. */
  destination: readonly string[];
  /** Empty if the event lists no recipients. */
  recipients: readonly { address: string; detail: string | null }[];
  subType: string | null;
  detail: string | null;
}

const text = z.string();
const optionalText = z.optional(z.nullable(text));
const recipient = z.object({ emailAddress: text, diagnosticCode: optionalText });

const SesEvent = z.object({
  eventType: text,
  mail: z.object({
    messageId: text,
    timestamp: text,
    destination: z.optional(z.array(text)),
    tags: z.optional(z.record(text, z.array(text))),
  }),
  delivery: z.optional(z.object({ timestamp: text, recipients: z.array(text) })),
  bounce: z.optional(z.object({ timestamp: text, bounceType: text, bouncedRecipients: z.array(recipient) })),
  complaint: z.optional(
    z.object({
      timestamp: text,
      complainedRecipients: z.array(recipient),
      complaintFeedbackType: optionalText,
    }),
  ),
  open: z.optional(z.object({ timestamp: text })),
  click: z.optional(z.object({ timestamp: text, link: text })),
  reject: z.optional(z.object({ reason: optionalText })),
  failure: z.optional(z.object({ errorMessage: optionalText })),
  deliveryDelay: z.optional(
    z.object({ timestamp: text, delayType: text, delayedRecipients: z.array(recipient) }),
  ),
});

/**
 * Links are cut to this length. Longer links do not improve classification, and every classification reads all clicks
 * of the email.
 */
const linkLengthMax = 2_000;

type SesEvent = z.infer<typeof SesEvent>;
type ParsedEvent = Pick<ProviderEvent, 'type'> & Partial<ProviderEvent>;

/** The parsers by SES event type. The service does not record other types. */
const parsers: Record<string, (event: SesEvent) => ParsedEvent | undefined> = {
  Send: () => ({ type: 'send' }),
  Delivery: ({ delivery }) => ({
    type: 'delivery',
    occurredAt: delivery?.timestamp,
    recipients: delivery?.recipients.map((address) => ({ address, detail: null })),
  }),
  Bounce: ({ bounce }) => ({
    type: 'bounce',
    occurredAt: bounce?.timestamp,
    recipients: bounce?.bouncedRecipients.map(toRecipient),
    subType: bounce?.bounceType ?? null,
  }),
  Complaint: ({ complaint }) => ({
    type: 'complaint',
    occurredAt: complaint?.timestamp,
    recipients: complaint?.complainedRecipients.map(({ emailAddress }) => ({
      address: emailAddress,
      detail: null,
    })),
    subType: complaint?.complaintFeedbackType ?? null,
  }),
  Open: ({ open }) => ({ type: 'open', occurredAt: open?.timestamp }),
  Click: ({ click }) => ({
    type: 'click',
    occurredAt: click?.timestamp,
    detail: click?.link.slice(0, linkLengthMax) ?? null,
  }),
  Reject: ({ reject }) => ({ type: 'reject', detail: reject?.reason ?? null }),
  'Rendering Failure': () => ({ type: 'rendering_failure' }),
  DeliveryDelay: ({ deliveryDelay }) => ({
    type: 'delivery_delay',
    occurredAt: deliveryDelay?.timestamp,
    subType: deliveryDelay?.delayType ?? null,
    detail: deliveryDelay?.delayedRecipients[0]?.diagnosticCode ?? null,
  }),
};

/** SES publishes this plain text whenever an event destination is created. */
const topicValidationNotice = 'Successfully validated SNS topic for Amazon SES event publishing.';

/**
 * Parses an SES event. Returns undefined for an unrecorded type, an email that this service did not send, or the notice
 * about a new destination. Throws if the event cannot be parsed, so that the queue keeps the message.
 */
export function parseProviderEvent(json: string): ProviderEvent | undefined {
  if (json === topicValidationNotice) return undefined;
  const event = SesEvent.parse(JSON.parse(json));
  const [messageId, workspaceId] = [event.mail.tags?.message_id?.[0], event.mail.tags?.workspace_id?.[0]];
  const parser = Object.hasOwn(parsers, event.eventType) ? parsers[event.eventType] : undefined;
  const parsed = parser?.(event);
  if (!parsed || !messageId || !workspaceId) return undefined;
  return {
    subType: null,
    detail: null,
    ...parsed,
    recipients: (parsed.recipients ?? []).map(({ address, detail }) => ({
      address: reportedAddress(address),
      detail,
    })),
    workspaceId,
    messageId,
    providerMessageId: event.mail.messageId,
    occurredAt: toIso(parsed.occurredAt ?? event.mail.timestamp),
    sentAt: toIso(event.mail.timestamp),
    destination: (event.mail.destination ?? []).map(reportedAddress),
  };
}

const reportedAddress = (text: string): string => readReportedAddress(text) ?? text;

/** The same notification always gets the same id, so repeated notifications are detected. */
export function eventId(event: ProviderEvent, recipientAddress: string): string {
  const identity = [
    event.messageId,
    event.type,
    event.occurredAt,
    event.subType,
    event.detail,
    recipientAddress,
  ];
  const hash = createHash('sha256').update(JSON.stringify(identity)).digest('hex');
  // The format of UUIDv8, the version for custom ids (RFC 9562).
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `a${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');
}

const toRecipient = ({ emailAddress, diagnosticCode }: z.infer<typeof recipient>) => ({
  address: emailAddress,
  detail: diagnosticCode ?? null,
});

/** Timestamps in later years do not sort as text. */
const timeMax = Date.UTC(9999, 11, 31);

function toIso(timestamp: string): string {
  const at = new Date(timestamp);
  if (at.getTime() > timeMax) throw new RangeError('The timestamp is after the year 9999');
  return at.toISOString();
}
