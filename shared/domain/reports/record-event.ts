import { ifAbsent } from '../../db/condition';
import { keys, type Key } from '../../db/keys';
import { putItem } from '../../db/table';
import { logger } from '../../logger';
import { distinctAddresses } from '../../text/address';
import { bareAddress } from '../../text/mailbox';
import { nowIso } from '../../time';
import { noteEngagement } from './engagement/note';
import { engagementTypes, type Engagement } from './engagement/record';
import { countEntry, type Tally } from './metrics/tally';
import { bounced, complained } from '../happenings/happenings';
import { sentMailPayload } from '../webhooks/payload';
import { tellWebhooks } from '../webhooks/tell';
import { findEmail } from '../emails/find';
import type { Email, EmailEvent } from '../emails/record';
import { recordSent } from '../departure/record-sent';
import { noteDates } from '../contacts/dates';
import { followDelivery } from './follow-delivery';
import { eventId, type ProviderEvent } from './provider-event';

/**
 * Records what the provider says happened to an email: its timeline, the suppression of a dead or unwilling
 * address, and the status; then the webhooks are told. Each step can be repeated, so a notification that comes
 * twice changes nothing. What it records for the first time goes into the tally, also when a later step fails.
 */
export async function recordEvent(event: ProviderEvent, tally: Tally): Promise<void> {
  const email = await findEmail(event.workspaceId, event.messageId);
  if (!email)
    return logger.warn('event for an unknown email', { messageId: event.messageId, type: event.type });
  const entries = timelineEntries(event, email);
  const [recorded] = await Promise.all(entries.map((entry) => recordEntry(email, entry, tally)));
  await tellPeople(event);
  if (event.type === 'send') await noteSent(event);
  // Any event says that the provider took the mail, also when the attempt that handed it over died.
  if (mayHaveLeft(email)) await recordSent(email, event.providerMessageId, event.sentAt);
  await followDelivery(email, event);
  // Last, so that who is told and looks finds it all.
  if (recorded) await tell(email, event, recorded);
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
async function recordEntry(email: Email, entry: EmailEvent, tally: Tally): Promise<EmailEvent | undefined> {
  if (isEngagement(entry)) return void (await noteEngagement(email, entry));
  const standing = await putItem<EmailEvent>({ ...keyOf(email, entry), ...entry }, ifAbsent);
  // Whoever recorded it counted it.
  if (!standing) countEntry(tally, email, entry);
  return standing ?? entry;
}

const isEngagement = (entry: EmailEvent): entry is Engagement =>
  engagementTypes.some((type) => type === entry.type);

/** Once for a notice, also when it names several recipients. */
const tell = (email: Email, event: ProviderEvent, { createdAt }: EmailEvent): Promise<void> =>
  tellWebhooks({
    id: eventId(event, event.recipients.map(({ address }) => bareAddress(address)).join()),
    workspaceId: email.workspaceId,
    at: createdAt,
    payload: sentMailPayload(email, event),
  });

/** That it was sent is found by what the provider calls it: answers name the email so. */
const keyOf = (
  { workspaceId }: Email,
  { type, messageId, providerMessageId, occurredAt, id }: EmailEvent,
): Key =>
  type === 'send' && providerMessageId !== null
    ? keys.sentEvent(workspaceId, providerMessageId)
    : keys.emailEvent(workspaceId, messageId, occurredAt, id);

/** Only permanent bounces suppress; a complaint always does. Both for all mail. */
async function tellPeople({ type, subType, recipients, workspaceId }: ProviderEvent): Promise<void> {
  const isBounced = type === 'bounce' && subType === 'Permanent';
  const happened = type === 'complaint' ? complained : isBounced ? bounced : undefined;
  if (happened) await Promise.all(recipients.map(({ address }) => happened(workspaceId, [address])));
}

/** The contacts of everybody whom the provider took it for. */
async function noteSent({ workspaceId, destination, sentAt: lastSentAt }: ProviderEvent): Promise<void> {
  await Promise.all(
    distinctAddresses(destination).map((address) => noteDates(workspaceId, address, { lastSentAt })),
  );
}

/** Not yet `sent`, as far as we know: also one that was put back or given up after an attempt without an answer. */
const mayHaveLeft = ({ status, attempt, providerMessageId }: Email): boolean =>
  status === 'queued' ||
  (attempt !== undefined && providerMessageId === null && (status === 'scheduled' || status === 'failed'));
