import { keys } from '../../../db/keys/index';
import { inPartition } from '../../../db/query';
import { getItems, queryPage } from '../../../db/table';
import type { Email, EmailEvent } from '../../../db/records/emails';
import { messageIdKey, providerIdOf } from './message-id';

/** What stands under a Message-ID. */
export interface MessageIdRecord {
  threadId: string;
  /** Only answers to it have arrived so far. */
  isAwaited?: boolean;
}

/** Conversations by the Message-IDs of what was received in them. */
export async function receivedThreads(
  workspaceId: string,
  messageIds: readonly string[],
): Promise<Map<string, MessageIdRecord>> {
  const nameByPk = new Map(messageIds.map((id) => [messageIdKey(workspaceId, id).pk, id]));
  const records = await getItems<MessageIdRecord>(messageIds.map((id) => messageIdKey(workspaceId, id)));
  return new Map(records.map((record) => [nameByPk.get(record.pk) ?? '', record]));
}

/** The same for what the workspace sent. Marketing mail is in no conversation. */
export async function sentThreads(
  workspaceId: string,
  messageIds: readonly string[],
  from: string,
): Promise<Map<string, MessageIdRecord>> {
  const asked = new Map(messageIds.map((id) => [providerIdOf(id) ?? '', id]));
  asked.delete('');
  const found = await sentByEvent(workspaceId, [...asked.keys()]);
  // An answer can be faster than the provider's event: then it is found by whom it was sent to.
  const sent = found.length < asked.size ? [...(await latestSentTo(workspaceId, from)), ...found] : found;
  return new Map(
    sent.flatMap(({ providerId, threadId }) => {
      const messageId = asked.get(providerId);
      return messageId && threadId ? [[messageId, { threadId }] as const] : [];
    }),
  );
}

interface Sent {
  providerId: string;
  threadId: string | null;
}

/** The provider's event can be faster than whoever handed the email over, and outlives him. */
async function sentByEvent(workspaceId: string, providerIds: readonly string[]): Promise<Sent[]> {
  const events = await getItems<EmailEvent>(providerIds.map((id) => keys.sentEvent(workspaceId, id)));
  const emails = await emailsOf(
    workspaceId,
    events.map(({ messageId }) => messageId),
  );
  const emailOf = new Map(emails.map((email) => [email.id, email]));
  return events.flatMap(({ providerMessageId: providerId, messageId }) => {
    const email = emailOf.get(messageId);
    return email && providerId ? [{ providerId, threadId: email.threadId }] : [];
  });
}

const latestMax = 20;

async function latestSentTo(workspaceId: string, address: string): Promise<Sent[]> {
  const { pk } = keys.emailTo(workspaceId, address, '');
  const { items } = await queryPage<object>(inPartition(pk, { lastFirst: true, pageSize: latestMax }));
  const emails = await emailsOf(
    workspaceId,
    items.map(({ sk }) => sk),
  );
  return emails.flatMap(({ providerMessageId: providerId, threadId }) =>
    providerId ? [{ providerId, threadId }] : [],
  );
}

const emailsOf = (workspaceId: string, ids: readonly string[]): Promise<Email[]> =>
  getItems<Email>([...new Set(ids)].map((id) => keys.email(workspaceId, id)));
