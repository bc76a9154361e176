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

/**
 * The scope of a run that deletes a workspace's email older than `before`. The run starts no further work after
 * `until`. Both times are in ms.
 */
export interface ExpiryScope {
  workspaceId: string;
  before: number;
  until: number;
}

/**
 * Whether the email is scheduled, held for approval, or due again because the outcome of its last attempt is unknown.
 */
export const isPendingEmail = ({ status, approvalId, dueKey }: Email & Partial<DueFields>): boolean =>
  status === 'scheduled' || (status === 'queued' && (approvalId !== undefined || dueKey !== undefined));

/** When the email was sent, or created if it was not sent, in ms. */
export const messageTimeMs = ({ sentAt, createdAt }: Email): number => Date.parse(sentAt ?? createdAt);

/** Deletes the emails with their content and events. The email records are deleted last, because a retry needs them. */
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

/** Deletes received messages with their content, and the raw messages if they still exist. */
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

/** Finds the Message-ID records of the messages, except records that belong to another conversation. */
async function findMessageIdRecords(
  workspaceId: string,
  messages: readonly InboundMessage[],
): Promise<Item<MessageIdRecord>[]> {
  const threadIds = new Set(messages.map(({ threadId }) => threadId));
  const messageIdKeys = messages.flatMap((message) =>
    message.messageId ? [messageIdKey(message, message.messageId)] : [],
  );
  const messageIdRecords = await getItems(messageIdKeys);
  return messageIdRecords.filter(({ threadId }) => threadIds.has(threadId));
}
