import type { serializeByKey } from '../../async/serialize-by-key';
import { ifAbsent } from '../../db/condition';
import { keys, type Key } from '../../db/keys';
import type { ReadItem } from '../../db/batched-reader';
import { putItem } from '../../db/table';
import { logger } from '../../core/logger';
import { comparableAddress, distinctAddresses, isAddress } from '../../text/address';
import { domainOf } from '../../text/mailbox';
import { nowIso } from '../../core/time';
import { holdEngagement } from './engagement/hold-engagement';
import { engagementTypes, type Engagement } from '../../db/records/engagement';
import { countEntry, type Tally } from '../platform/metrics/tally';
import { handlePermanentBounce, handleComplaint } from '../consent/consent-events';
import { sentMailPayload } from '../platform/webhooks/payload';
import type { Subscribers } from '../platform/webhooks/find';
import { feedsOf, publishWebhookEvent, type WebhookEvent } from '../platform/webhooks/publish-event';
import { findWorkspaces } from '../platform/workspaces/find';
import { findEmail } from '../send/emails/find';
import { isNotSpamReport, type Email, type EmailEvent } from '../../db/records/emails';
import { recordSent } from '../send/deliver/record-sent';
import { recordContactDates } from '../audience/contacts/activity-dates';
import { findContactByAddress } from '../audience/contacts/find';
import type { Contact } from '../../db/records/contacts';
import { applyDeliveryStatus } from './apply-delivery-status';
import { findEarlierEvents } from './feed-order';
import { eventId, type ProviderEvent } from './provider-event';

/** Shared state of a batch of events: cached reads, and a tally that adds up the metrics. */
export interface EventBatch {
  read: ReadItem;
  /** Records the events of an email one after another, so that each sees the events before it. */
  inOrder: ReturnType<typeof serializeByKey>;
  subscribersOf: (workspaceId: string) => Promise<Subscribers>;
  tally: Tally;
}

/**
 * Records an SES event: the timeline, suppressions after a permanent bounce or complaint, and the status. Then
 * publishes the event to webhooks. Every step is idempotent, so a repeated notification changes nothing. A new timeline
 * entry is added to the tally even if a later step fails.
 */
export async function recordEvent(reported: ProviderEvent, batch: EventBatch): Promise<void> {
  // Read concurrently, so that these reads are batched with the reads of other events.
  const [email, contacts] = await Promise.all([
    findEmail(reported.workspaceId, reported.messageId, batch.read),
    reported.type === 'send' ? findContacts(reported, batch.read) : [],
  ]);
  if (!email) return recordUnknownEmailEvent(withKnownRecipients(reported));
  const event = withKnownRecipients(reported, email);
  const { published, recorded } = await batch.inOrder(email.id, () => recordTimeline(email, event, batch));
  await applyConsentEvent(event);
  // This write has no effect if a later email was recorded meanwhile or the contact was deleted.
  await Promise.all(contacts.map((contact) => recordContactDates(contact, { lastSentAt: event.sentAt })));
  // Any event proves that SES accepted the email, even if the submitting worker crashed.
  if (mayHaveBeenSent(email)) await recordSent(email, event.providerMessageId, event.sentAt);
  await applyDeliveryStatus(email, event);
  // Publish last, so that a webhook receiver that reads the email finds all recorded changes.
  if (recorded) await publishEvent(published, recorded, batch);
}

async function recordTimeline(email: Email, event: ProviderEvent, batch: EventBatch) {
  const published = await planPublication(email, event, batch);
  const entries = toTimelineEntries(event, email, published);
  const [recorded] = await Promise.all(entries.map((entry) => recordEntry(email, entry, batch)));
  return { published, recorded };
}

/** The webhook event, and the events that feeds must contain before it. Reads them before the event is recorded. */
async function planPublication(
  email: Email,
  event: ProviderEvent,
  { subscribersOf }: EventBatch,
): Promise<Omit<WebhookEvent, 'at'>> {
  const published = {
    id: eventId(event, event.recipients.map(({ address }) => comparableAddress(address)).join()),
    workspaceId: email.workspaceId,
    inboxId: email.inboxId,
    payload: sentMailPayload(email, event),
  };
  // Opens and clicks are published after their classification.
  if (isEngagement(event)) return published;
  const feeds = feedsOf(published, await subscribersOf(email.workspaceId));
  const { providerMessageId } = event;
  return { ...published, earlier: await findEarlierEvents({ ...email, providerMessageId }, feeds) };
}

/**
 * Adds the recipients of the email if the event does not list them. If the event names a recipient by a text without an
 * address, it must mean the email's only recipient.
 */
function withKnownRecipients(event: ProviderEvent, email?: Email): ProviderEvent {
  const isListed = event.destination.length > 0;
  const destination = isListed ? event.destination : [...(email?.to ?? []), ...(email?.cc ?? [])];
  const count = isListed ? distinctAddresses(destination).length : email?.recipientCount;
  const [only] = count === 1 ? destination : [];
  const recipients = event.recipients.map(({ address, detail }) => ({
    address: only === undefined || isAddress(address) ? address : only,
    detail,
  }));
  return { ...event, destination, recipients };
}

/**
 * Handles an event for an email that has expired or whose workspace was deleted. Bounces and complaints also suppress
 * the address of an expired email.
 */
async function recordUnknownEmailEvent(event: ProviderEvent): Promise<void> {
  logger.warn('event for an unknown email', { messageId: event.messageId, type: event.type });
  if (consentHandlerFor(event) && (await findWorkspaces([event.workspaceId])).length > 0)
    await applyConsentEvent(event);
}

/** Delivery, bounce and complaint events list recipients. Other events are recorded for the first address of `to`. */
function toTimelineEntries(
  event: ProviderEvent,
  email: Email,
  { id: publishedId, earlier = {} }: Pick<WebhookEvent, 'id' | 'earlier'>,
): EmailEvent[] {
  const first = { address: email.to[0] ?? '', detail: event.detail };
  const recipients = event.recipients.length > 0 ? event.recipients : [first];
  const isInFeeds = Object.keys(earlier).length > 0;
  return recipients.map(({ address, detail }, index) => ({
    id: eventId(event, comparableAddress(address)),
    messageId: event.messageId,
    providerMessageId: event.providerMessageId,
    type: event.type,
    recipient: comparableAddress(address),
    subType: event.subType,
    detail,
    occurredAt: event.occurredAt,
    createdAt: nowIso(),
    ...(isInFeeds && index === 0 && { feedEvent: { id: publishedId, earlier } }),
  }));
}

/** Returns the timeline entry, or undefined for opens and clicks, which are held for classification first. */
async function recordEntry(
  email: Email,
  entry: EmailEvent,
  { read, tally }: EventBatch,
): Promise<EmailEvent | undefined> {
  if (isEngagement(entry)) {
    await holdEngagement(email, entry, read);
    return undefined;
  }
  const existing = await putItem<EmailEvent>({ ...eventKey(email, entry), ...entry }, ifAbsent);
  // An existing entry was counted when it was recorded.
  if (!existing) countEntry(tally, email, entry);
  return existing ?? entry;
}

const isEngagement = <T extends Pick<EmailEvent, 'type'>>(entry: T): entry is T & Pick<Engagement, 'type'> =>
  engagementTypes.some((type) => type === entry.type);

/**
 * Publishes one webhook event per notification, even if the notification lists several recipients. A repetition publishes
 * what the first attempt recorded.
 */
const publishEvent = (
  published: Omit<WebhookEvent, 'at'>,
  { createdAt, feedEvent }: EmailEvent,
  { subscribersOf }: EventBatch,
): Promise<void> =>
  publishWebhookEvent({ ...published, at: createdAt, earlier: feedEvent?.earlier }, subscribersOf);

/** The Send event is stored under the SES message id, because replies reference the email by that id. */
const eventKey = (
  { workspaceId }: Email,
  { type, messageId, providerMessageId, occurredAt, id }: EmailEvent,
): Key<EmailEvent> =>
  type === 'send' && providerMessageId !== null
    ? keys.sentEvent(workspaceId, providerMessageId)
    : keys.emailEvent(workspaceId, messageId, occurredAt, id);

async function applyConsentEvent(event: ProviderEvent): Promise<void> {
  const handleConsentEvent = consentHandlerFor(event);
  if (!handleConsentEvent) return;
  const addresses = suppressibleAddresses(event);
  await Promise.all(addresses.map((address) => handleConsentEvent(event.workspaceId, [address])));
}

/** Permanent bounces and complaints suppress the address for all email. Other bounces suppress no address. */
function consentHandlerFor(event: ProviderEvent): typeof handlePermanentBounce | undefined {
  if (event.type === 'complaint') return isNotSpamReport(event) ? undefined : handleComplaint;
  return event.type === 'bounce' && event.subType === 'Permanent' ? handlePermanentBounce : undefined;
}

/**
 * The named recipients for whom the event holds. A complaint names every recipient at the mailbox provider, because SES
 * does not learn which of them complained. So a complaint holds only for the email's only recipient at a domain:
 * https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html
 */
function suppressibleAddresses({ type, recipients, destination }: ProviderEvent): string[] {
  const named = distinctAddresses(recipients.map(({ address }) => address)).filter(isAddress);
  if (type !== 'complaint') return named;
  const domains = distinctAddresses([...destination, ...named]).map(domainOf);
  return named.filter((address) => domains.filter((domain) => domain === domainOf(address)).length === 1);
}

/** The contacts of all recipients for whom SES accepted the email. */
async function findContacts({ workspaceId, destination }: ProviderEvent, read: ReadItem): Promise<Contact[]> {
  const addresses = distinctAddresses(destination);
  const found = await Promise.all(
    addresses.map((address) => findContactByAddress(workspaceId, address, read)),
  );
  return found.filter((contact) => contact !== undefined);
}

/**
 * Whether the email is not recorded as sent but SES may have accepted it. Includes emails that were rescheduled, failed
 * or canceled after an attempt without a response.
 */
const mayHaveBeenSent = ({ status, attempt, providerMessageId }: Email): boolean =>
  status === 'queued' ||
  (attempt !== undefined &&
    providerMessageId === null &&
    (status === 'scheduled' || status === 'failed' || status === 'canceled'));
