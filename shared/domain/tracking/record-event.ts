import { ifAbsent } from '../../db/condition';
import { keys, type Key } from '../../db/keys';
import type { ReadItem } from '../../db/batched-reader';
import { putItem } from '../../db/table';
import { logger } from '../../core/logger';
import { distinctAddresses } from '../../text/address';
import { normalizeAddress } from '../../text/mailbox';
import { nowIso } from '../../core/time';
import { holdEngagement } from './engagement/hold-engagement';
import { engagementTypes, type Engagement } from '../../db/records/engagement';
import { countEntry, type Tally } from '../platform/metrics/tally';
import { handlePermanentBounce, handleComplaint } from '../consent/consent-events';
import { sentMailPayload } from '../platform/webhooks/payload';
import type { WebhookEndpoint } from '../../db/records/webhooks';
import { publishWebhookEvent } from '../platform/webhooks/publish-event';
import { findWorkspaces } from '../platform/workspaces/find';
import { findEmail } from '../send/emails/find';
import type { Email, EmailEvent } from '../../db/records/emails';
import { recordSent } from '../send/deliver/record-sent';
import { recordContactDates } from '../audience/contacts/activity-dates';
import { findContactByAddress } from '../audience/contacts/find';
import type { Contact } from '../../db/records/contacts';
import { applyDeliveryStatus } from './apply-delivery-status';
import { eventId, type ProviderEvent } from './provider-event';

/** What the events of a batch share: what is read is read once for all of them, and what counts is added up. */
export interface EventBatch {
  read: ReadItem;
  endpointsOf: (workspaceId: string) => Promise<WebhookEndpoint[]>;
  tally: Tally;
}

/**
 * Records what the provider says happened to an email: its timeline, the suppression of a dead or unwilling
 * address, and the status; then the webhooks are told. Each step can be repeated, so a notification that comes
 * twice changes nothing. What it records for the first time goes into the tally, also when a later step fails.
 */
export async function recordEvent(event: ProviderEvent, batch: EventBatch): Promise<void> {
  // At once, so that they are read together with what other events of the batch are about.
  const [email, contacts] = await Promise.all([
    findEmail(event.workspaceId, event.messageId, batch.read),
    event.type === 'send' ? findContacts(event, batch.read) : [],
  ]);
  if (!email) return recordUnknownEmailEvent(event);
  const entries = toTimelineEntries(event, email);
  const [recorded] = await Promise.all(entries.map((entry) => recordEntry(email, entry, batch)));
  await applyConsentEvent(event);
  // Where that is refused, a later mail to them was noted meanwhile, or they were deleted.
  await Promise.all(contacts.map((contact) => recordContactDates(contact, { lastSentAt: event.sentAt })));
  // Any event says that the provider took the mail, also when the attempt that handed it over died.
  if (mayHaveBeenSent(email)) await recordSent(email, event.providerMessageId, event.sentAt);
  await applyDeliveryStatus(email, event);
  // Last, so that who is told and looks finds it all.
  if (recorded) await publishEvent(email, event, recorded, batch);
}

/** Its workspace may have kept it for a week only, or be deleted itself. A complaint about it still counts. */
async function recordUnknownEmailEvent(event: ProviderEvent): Promise<void> {
  logger.warn('event for an unknown email', { messageId: event.messageId, type: event.type });
  if (consentHandlerFor(event) && (await findWorkspaces([event.workspaceId])).length > 0)
    await applyConsentEvent(event);
}

/** Delivery, bounce and complaint name their recipients; every other type is about the first of `to`. */
function toTimelineEntries(event: ProviderEvent, email: Email): EmailEvent[] {
  const first = { address: email.to[0] ?? '', detail: event.detail };
  const recipients = event.recipients.length > 0 ? event.recipients : [first];
  return recipients.map(({ address, detail }) => ({
    id: eventId(event, normalizeAddress(address)),
    messageId: event.messageId,
    providerMessageId: event.providerMessageId,
    type: event.type,
    recipient: normalizeAddress(address),
    subType: event.subType,
    detail,
    occurredAt: event.occurredAt,
    createdAt: nowIso(),
  }));
}

/** The entry as it stands in the timeline; undefined for what readers do, which is held and judged first. */
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
  // Whoever recorded it counted it.
  if (!existing) countEntry(tally, email, entry);
  return existing ?? entry;
}

const isEngagement = (entry: EmailEvent): entry is Engagement =>
  engagementTypes.some((type) => type === entry.type);

/** Once for a notice, also when it names several recipients. */
function publishEvent(
  email: Email,
  event: ProviderEvent,
  { createdAt }: EmailEvent,
  { endpointsOf }: EventBatch,
): Promise<void> {
  const webhookEvent = {
    id: eventId(event, event.recipients.map(({ address }) => normalizeAddress(address)).join()),
    workspaceId: email.workspaceId,
    at: createdAt,
    payload: sentMailPayload(email, event),
  };
  return publishWebhookEvent(webhookEvent, endpointsOf);
}

/** That it was sent is found by what the provider calls it: answers name the email so. */
const eventKey = (
  { workspaceId }: Email,
  { type, messageId, providerMessageId, occurredAt, id }: EmailEvent,
): Key<EmailEvent> =>
  type === 'send' && providerMessageId !== null
    ? keys.sentEvent(workspaceId, providerMessageId)
    : keys.emailEvent(workspaceId, messageId, occurredAt, id);

async function applyConsentEvent(event: ProviderEvent): Promise<void> {
  const handleConsentEvent = consentHandlerFor(event);
  if (handleConsentEvent)
    await Promise.all(
      event.recipients.map(({ address }) => handleConsentEvent(event.workspaceId, [address])),
    );
}

/** Only permanent bounces suppress; a complaint always does. Both for all mail. */
function consentHandlerFor({ type, subType }: ProviderEvent): typeof handlePermanentBounce | undefined {
  if (type === 'complaint') return handleComplaint;
  return type === 'bounce' && subType === 'Permanent' ? handlePermanentBounce : undefined;
}

/** Those of everybody whom the provider took it for. */
async function findContacts({ workspaceId, destination }: ProviderEvent, read: ReadItem): Promise<Contact[]> {
  const addresses = distinctAddresses(destination);
  const found = await Promise.all(
    addresses.map((address) => findContactByAddress(workspaceId, address, read)),
  );
  return found.filter((contact) => contact !== undefined);
}

/** Not yet `sent`, as far as we know: also one that was put back or given up after an attempt without an answer. */
const mayHaveBeenSent = ({ status, attempt, providerMessageId }: Email): boolean =>
  status === 'queued' ||
  (attempt !== undefined &&
    providerMessageId === null &&
    (status === 'scheduled' || status === 'failed' || status === 'canceled'));
