import { keys } from '../../db/keys';
import { getItems, queryPage } from '../../db/table';
import type { Email, EmailEvent } from '../emails/record';
import { saidAt } from '../threads/said-at';
import { messageIdKey, providerIdOf } from './message-id';

/** What stands under a Message-ID. */
export interface MessageIdRecord {
  threadId: string;
  /** Of the received message that has it; absent while only answers to it have arrived. */
  saidAt?: string;
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
): Promise<Map<string, Required<MessageIdRecord>>> {
  const asked = new Map(messageIds.map((id) => [providerIdOf(id) ?? '', id]));
  asked.delete('');
  const found = await emailsWithEvent(workspaceId, [...asked.keys()]);
  // An answer can be faster than the provider's event: then it is found by whom it was sent to.
  const emails = found.length < asked.size ? [...found, ...(await latestTo(workspaceId, from))] : found;
  return new Map(
    emails.flatMap((email) => {
      const messageId = asked.get(email.providerMessageId ?? '');
      const { threadId } = email;
      return messageId && threadId ? [[messageId, { threadId, saidAt: saidAt(email) }] as const] : [];
    }),
  );
}

async function emailsWithEvent(workspaceId: string, providerIds: readonly string[]): Promise<Email[]> {
  const events = await getItems<EmailEvent>(providerIds.map((id) => keys.sentEvent(workspaceId, id)));
  return readEmails(
    workspaceId,
    events.map(({ messageId }) => messageId),
  );
}

const latestMax = 20;

async function latestTo(workspaceId: string, address: string): Promise<Email[]> {
  const { items } = await queryPage<object>({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': keys.emailTo(workspaceId, address, '').pk },
    ScanIndexForward: false,
    Limit: latestMax,
  });
  return readEmails(
    workspaceId,
    items.map(({ sk }) => sk),
  );
}

const readEmails = (workspaceId: string, ids: readonly string[]): Promise<Email[]> =>
  getItems<Email>([...new Set(ids)].map((id) => keys.email(workspaceId, id)));
