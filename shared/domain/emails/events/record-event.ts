import { keys } from '../../../db/keys';
import { ifAbsent, putItem } from '../../../db/table';
import { logger } from '../../../logger';
import { bareAddress } from '../../../text/mailbox';
import { nowIso } from '../../../time';
import { suppress } from '../../suppressions/suppress';
import { findEmail } from '../find';
import type { Email, EmailEvent } from '../record';
import { settleSent } from '../settle';
import { followDelivery } from './follow-delivery';
import { eventId, type ProviderEvent } from './provider-event';

/**
 * Records what the provider says happened to an email: its timeline, the suppression of a dead or unwilling
 * address, and the status. Each step can be repeated, so a notification that comes twice changes nothing.
 */
export async function recordEvent(event: ProviderEvent): Promise<void> {
  const email = await findEmail(event.workspaceId, event.messageId);
  if (!email)
    return logger.warn('event for an unknown email', { messageId: event.messageId, type: event.type });
  await Promise.all(timelineEntries(event, email).map((entry) => recordEntry(event.workspaceId, entry)));
  await suppressRecipients(event);
  // Any event says that the provider took the mail, also when the attempt that handed it over died.
  if (email.status === 'queued') await settleSent(email, event.providerMessageId, event.sentAt);
  await followDelivery(email, event);
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

async function recordEntry(workspaceId: string, entry: EmailEvent): Promise<void> {
  const key = keys.emailEvent(workspaceId, entry.messageId, entry.occurredAt, entry.id);
  await putItem<EmailEvent>({ ...key, ...entry }, ifAbsent);
}

/** Only permanent bounces suppress; a complaint always does. Both for all mail. */
async function suppressRecipients({ type, subType, recipients, workspaceId }: ProviderEvent): Promise<void> {
  const reason =
    type === 'complaint'
      ? 'complaint'
      : type === 'bounce' && subType === 'Permanent'
        ? 'hard_bounce'
        : undefined;
  if (!reason) return;
  await Promise.all(
    recipients.map(({ address }) => suppress(workspaceId, address, { scope: 'all', reason })),
  );
}
