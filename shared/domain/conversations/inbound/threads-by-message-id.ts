import type { MessageIdRecord } from '../../../db/records/inbound';
import { keys } from '../../../db/keys/index';
import { partitionQuery } from '../../../db/query';
import { getItems, queryPage } from '../../../db/table';
import type { Email } from '../../../db/records/emails';
import { messageIdKey, providerIdOf, type ReceivingMailbox } from './message-id';

/** Finds conversations by the Message-IDs of messages that the mailbox received. */
export async function findReceivedThreads(
  mailbox: ReceivingMailbox,
  messageIds: readonly string[],
): Promise<Map<string, MessageIdRecord>> {
  const messageIdByPk = new Map(messageIds.map((id) => [messageIdKey(mailbox, id).pk, id]));
  const records = await getItems(messageIds.map((id) => messageIdKey(mailbox, id)));
  return new Map(records.map((record) => [messageIdByPk.get(record.pk) ?? '', record]));
}

/**
 * Finds conversations by the Message-IDs of emails that were sent from the mailbox. Marketing emails belong to no
 * conversation.
 */
export async function findSentThreads(
  { workspaceId, inboxId }: ReceivingMailbox,
  messageIds: readonly string[],
  from: string,
): Promise<Map<string, MessageIdRecord>> {
  const messageIdByProviderId = new Map(messageIds.map((id) => [providerIdOf(id) ?? '', id]));
  messageIdByProviderId.delete('');
  const sentByProviderEvent = await findSentByEvent(workspaceId, [...messageIdByProviderId.keys()]);
  // A reply can arrive before the Send event. In that case, search the latest emails to the sender of the reply.
  const sentEmails =
    sentByProviderEvent.length < messageIdByProviderId.size
      ? [...(await findLatestSentTo(workspaceId, from)), ...sentByProviderEvent]
      : sentByProviderEvent;
  return new Map(
    sentEmails.flatMap(({ providerId, threadId, ...email }) => {
      if (email.inboxId !== inboxId) return [];
      const messageId = messageIdByProviderId.get(providerId);
      return messageId && threadId ? [[messageId, { threadId }] as const] : [];
    }),
  );
}

interface SentEmail extends Pick<Email, 'threadId' | 'inboxId'> {
  providerId: string;
}

/**
 * Finds emails by their Send events. A Send event can arrive before the submitting worker records the SES message id,
 * or after that worker crashed.
 */
async function findSentByEvent(workspaceId: string, providerIds: readonly string[]): Promise<SentEmail[]> {
  const events = await getItems(providerIds.map((id) => keys.sentEvent(workspaceId, id)));
  const emails = await getEmails(
    workspaceId,
    events.map(({ messageId }) => messageId),
  );
  const emailById = new Map(emails.map((email) => [email.id, email]));
  return events.flatMap(({ providerMessageId: providerId, messageId }) => {
    const email = emailById.get(messageId);
    return email && providerId ? [sentEmail(email, providerId)] : [];
  });
}

const latestMax = 20;

async function findLatestSentTo(workspaceId: string, address: string): Promise<SentEmail[]> {
  const { pk } = keys.emailByRecipient(workspaceId, address, '');
  const { items } = await queryPage<object>(partitionQuery(pk, { descending: true, pageSize: latestMax }));
  const emails = await getEmails(
    workspaceId,
    items.map(({ sk }) => sk),
  );
  return emails.flatMap((email) =>
    email.providerMessageId ? [sentEmail(email, email.providerMessageId)] : [],
  );
}

const sentEmail = ({ threadId, inboxId }: Email, providerId: string): SentEmail => ({
  providerId,
  threadId,
  ...(inboxId !== undefined && { inboxId }),
});

const getEmails = (workspaceId: string, ids: readonly string[]): Promise<Email[]> =>
  getItems([...new Set(ids)].map((id) => keys.email(workspaceId, id)));
