import type { ContentRecord } from '../../../db/records/content';
import { keys } from '../../../db/keys/index';
import { partitionQuery } from '../../../db/query';
import { deleteItems, getItems, queryAll, type Item } from '../../../db/table';

import type { DueFields } from '../../../db/records/due';
import type { Email } from '../../../db/records/emails';
import { recipientPointers } from '../../send/emails/store';
import { messageIdKey } from '../inbound/message-id';

import { deleteOwnRawMail } from '../../platform/delete-own-raw-mail';
import type { InboundMessage, MessageIdRecord } from '../../../db/records/inbound';

/** Whose mail expires that is older than `before`; nothing more is begun after `until`. Both in ms. */
export interface ExpiryScope {
  workspaceId: string;
  before: number;
  until: number;
}

/** It is scheduled, held for an approval, or due: whoever tried to hand it over did not hear what became of it. */
export const isPendingEmail = ({ status, approvalId, dueKey }: Email & Partial<DueFields>): boolean =>
  status === 'scheduled' || (status === 'queued' && (approvalId !== undefined || dueKey !== undefined));

/** When it left, or was accepted where it has not, in ms. */
export const messageTimeMs = ({ sentAt, createdAt }: Email): number => Date.parse(sentAt ?? createdAt);

/** The emails with what they said and what happened to them; what leads to them goes last. */
export async function eraseEmails(workspaceId: string, emails: readonly Email[]): Promise<void> {
  const related = await Promise.all(
    emails.map(({ id }) => findRelatedRecords(keys.emailContent(workspaceId, id).pk)),
  );
  await eraseContents(related.flat());
  await deleteItems([
    ...related.flat(),
    ...emails.flatMap(recipientPointers),
    ...emails.flatMap(({ providerMessageId: id }) => (id ? [keys.sentEvent(workspaceId, id)] : [])),
    ...emails.flatMap(({ approvalId: id }) => (id ? [keys.approval(workspaceId, id)] : [])),
  ]);
  await deleteItems(emails.map(({ id }) => keys.email(workspaceId, id)));
}

/** The same for mail that arrived, with the raw mail where the bucket still has it. */
export async function eraseInboundMessages(
  workspaceId: string,
  messages: readonly InboundMessage[],
): Promise<void> {
  const related = await Promise.all(
    messages.map(({ id }) => findRelatedRecords(keys.inboundContent(workspaceId, id).pk)),
  );
  await eraseContents(related.flat());
  await deleteOwnRawMail(messages);
  await deleteItems([...(await findMessageIdRecords(workspaceId, messages)), ...related.flat()]);
}

const findRelatedRecords = (pk: string): Promise<Item<ContentRecord>[]> =>
  queryAll<ContentRecord>(partitionQuery(pk));

async function eraseContents(records: readonly ContentRecord[]): Promise<void> {
  const objectKeys = records.flatMap(({ objectKey }) => objectKey ?? []);
  if (objectKeys.length === 0) return;
  const { deleteContents } = await import('../../../aws/content-bucket.lazy');
  await deleteContents(objectKeys);
}

/** Under a Message-ID may stand another conversation, whose mail came first. */
async function findMessageIdRecords(
  workspaceId: string,
  messages: readonly InboundMessage[],
): Promise<Item<MessageIdRecord>[]> {
  const threadIds = new Set(messages.map(({ threadId }) => threadId));
  const messageIdKeys = messages.flatMap(({ messageId }) =>
    messageId ? [messageIdKey(workspaceId, messageId)] : [],
  );
  const messageIdRecords = await getItems(messageIdKeys);
  return messageIdRecords.filter(({ threadId }) => threadIds.has(threadId));
}
