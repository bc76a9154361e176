import { ifAbsent } from '../../db/condition';
import { keys, type Key } from '../../db/keys';
import type { Read } from '../../db/reading-together';
import { putItem } from '../../db/table';
import { logger } from '../../core/logger';
import { distinctAddresses } from '../../text/address';
import { bareAddress } from '../../text/mailbox';
import { nowIso } from '../../core/time';
import { noteEngagement } from './engagement/note';
import { engagementTypes, type Engagement } from '../../db/records/engagement';
import { countEntry, type Tally } from '../platform/metrics/tally';
import { bounced, complained } from '../consent/happenings';
import { sentMailPayload } from '../platform/webhooks/payload';
import type { WebhookEndpoint } from '../../db/records/webhooks';
import { tellWebhooks } from '../platform/webhooks/tell';
import { findWorkspaces } from '../platform/workspaces/find';
import { findEmail } from '../send/emails/find';
import type { Email, EmailEvent } from '../../db/records/emails';
import { recordSent } from '../send/deliver/record-sent';
import { noteDatesOf } from '../audience/contacts/dates';
import { contactWithAddress } from '../audience/contacts/find';
import type { Contact } from '../../db/records/contacts';
import { followDelivery } from './follow-delivery';
import { eventId, type ProviderEvent } from './provider-event';

/** What the events of a batch share: what is read is read once for all of them, and what counts is added up. */
export interface Batch {
  read: Read;
  endpointsOf: (workspaceId: string) => Promise<WebhookEndpoint[]>;
  tally: Tally;
}

/**
 * Records what the provider says happened to an email: its timeline, the suppression of a dead or unwilling
 * address, and the status; then the webhooks are told. Each step can be repeated, so a notification that comes
 * twice changes nothing. What it records for the first time goes into the tally, also when a later step fails.
 */
export async function recordEvent(event: ProviderEvent, batch: Batch): Promise<void> {
  // At once, so that they are read together with what other events of the batch are about.
  const [email, contacts] = await Promise.all([
    findEmail(event.workspaceId, event.messageId, batch.read),
    event.type === 'send' ? contactsOf(event, batch.read) : [],
  ]);
  if (!email) return recordOfUnknown(event);
  const entries = timelineEntries(event, email);
  const [recorded] = await Promise.all(entries.map((entry) => recordEntry(email, entry, batch)));
  await tellPeople(event);
  // Where that is refused, a later mail to them was noted meanwhile, or they were deleted.
  await Promise.all(contacts.map((contact) => noteDatesOf(contact, { lastSentAt: event.sentAt })));
  // Any event says that the provider took the mail, also when the attempt that handed it over died.
  if (mayHaveLeft(email)) await recordSent(email, event.providerMessageId, event.sentAt);
  await followDelivery(email, event);
  // Last, so that who is told and looks finds it all.
  if (recorded) await tell(email, event, recorded, batch);
}

/** Its workspace may have kept it for a week only, or be deleted itself. A complaint about it still counts. */
async function recordOfUnknown(event: ProviderEvent): Promise<void> {
  logger.warn('event for an unknown email', { messageId: event.messageId, type: event.type });
  if (happeningOf(event) && (await findWorkspaces([event.workspaceId])).length > 0) await tellPeople(event);
}

/** Delivery, bounce and complaint name their recipients; every other type is about the first of `to`. */
function timelineEntries(event: ProviderEvent, email: Email): EmailEvent[] {
  const first = { address: email.to[0] ?? '', detail: event.detail };
  const concerned = event.recipients.length > 0 ? event.recipients : [first];
  return concerned.map(({ address, detail }) => ({
    id: eventId(event, bareAddress(address)),
    messageId: event.messageId,
    providerMessageId: event.providerMessageId,
    type: event.type,
    recipient: bareAddress(address),
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
  { read, tally }: Batch,
): Promise<EmailEvent | undefined> {
  if (isEngagement(entry)) return void (await noteEngagement(email, entry, read));
  const standing = await putItem<EmailEvent>({ ...keyOf(email, entry), ...entry }, ifAbsent);
  // Whoever recorded it counted it.
  if (!standing) countEntry(tally, email, entry);
  return standing ?? entry;
}

const isEngagement = (entry: EmailEvent): entry is Engagement =>
  engagementTypes.some((type) => type === entry.type);

/** Once for a notice, also when it names several recipients. */
function tell(
  email: Email,
  event: ProviderEvent,
  { createdAt }: EmailEvent,
  { endpointsOf }: Batch,
): Promise<void> {
  const told = {
    id: eventId(event, event.recipients.map(({ address }) => bareAddress(address)).join()),
    workspaceId: email.workspaceId,
    at: createdAt,
    payload: sentMailPayload(email, event),
  };
  return tellWebhooks(told, endpointsOf);
}

/** That it was sent is found by what the provider calls it: answers name the email so. */
const keyOf = (
  { workspaceId }: Email,
  { type, messageId, providerMessageId, occurredAt, id }: EmailEvent,
): Key =>
  type === 'send' && providerMessageId !== null
    ? keys.sentEvent(workspaceId, providerMessageId)
    : keys.emailEvent(workspaceId, messageId, occurredAt, id);

async function tellPeople(event: ProviderEvent): Promise<void> {
  const happened = happeningOf(event);
  if (happened)
    await Promise.all(event.recipients.map(({ address }) => happened(event.workspaceId, [address])));
}

/** Only permanent bounces suppress; a complaint always does. Both for all mail. */
function happeningOf({ type, subType }: ProviderEvent): typeof bounced | undefined {
  if (type === 'complaint') return complained;
  return type === 'bounce' && subType === 'Permanent' ? bounced : undefined;
}

/** Those of everybody whom the provider took it for. */
async function contactsOf({ workspaceId, destination }: ProviderEvent, read: Read): Promise<Contact[]> {
  const addresses = distinctAddresses(destination);
  const found = await Promise.all(addresses.map((address) => contactWithAddress(workspaceId, address, read)));
  return found.filter((contact) => contact !== undefined);
}

/** Not yet `sent`, as far as we know: also one that was put back or given up after an attempt without an answer. */
const mayHaveLeft = ({ status, attempt, providerMessageId }: Email): boolean =>
  status === 'queued' ||
  (attempt !== undefined &&
    providerMessageId === null &&
    (status === 'scheduled' || status === 'failed' || status === 'canceled'));
