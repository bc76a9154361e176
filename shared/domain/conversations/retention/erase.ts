import { keys } from '../../../db/keys/index';
import { inPartition } from '../../../db/query';
import { deleteItems, getItems, queryAll, type Item } from '../../../db/table';
import type { ContentRecord } from '../../platform/content-store';
import type { Due } from '../../../db/records/due';
import type { Email } from '../../../db/records/emails';
import { pointersTo } from '../../send/emails/store';
import { messageIdKey } from '../inbound/message-id';
import type { MessageIdRecord } from '../inbound/named-messages';
import { clearRawMail } from '../../platform/raw-mail';
import type { InboundMessage } from '../../../db/records/inbound';

/** Whose mail expires that is older than `before`; nothing more is begun after `until`. Both in ms. */
export interface Expiry {
  workspaceId: string;
  before: number;
  until: number;
}

/** It is scheduled, held for an approval, or due: whoever tried to hand it over did not hear what became of it. */
export const hasYetToLeave = ({ status, approvalId, dueKey }: Email & Partial<Due>): boolean =>
  status === 'scheduled' || (status === 'queued' && (approvalId !== undefined || dueKey !== undefined));

/** When it left, or was accepted where it has not, in ms. */
export const timeOf = ({ sentAt, createdAt }: Email): number => Date.parse(sentAt ?? createdAt);

/** The emails with what they said and what happened to them; what leads to them goes last. */
export async function eraseEmails(workspaceId: string, emails: readonly Email[]): Promise<void> {
  const about = await Promise.all(emails.map(({ id }) => aboutOf(keys.emailContent(workspaceId, id).pk)));
  await eraseContents(about.flat());
  await deleteItems([
    ...about.flat(),
    ...emails.flatMap(pointersTo),
    ...emails.flatMap(({ providerMessageId: id }) => (id ? [keys.sentEvent(workspaceId, id)] : [])),
    ...emails.flatMap(({ approvalId: id }) => (id ? [keys.approval(workspaceId, id)] : [])),
  ]);
  await deleteItems(emails.map(({ id }) => keys.email(workspaceId, id)));
}

/** The same for mail that arrived, with the raw mail where the bucket still has it. */
export async function eraseReceived(workspaceId: string, messages: readonly InboundMessage[]): Promise<void> {
  const about = await Promise.all(messages.map(({ id }) => aboutOf(keys.inboundContent(workspaceId, id).pk)));
  await eraseContents(about.flat());
  await clearRawMail(messages);
  await deleteItems([...(await namesOf(workspaceId, messages)), ...about.flat()]);
}

const aboutOf = (pk: string): Promise<Item<ContentRecord>[]> => queryAll<ContentRecord>(inPartition(pk));

async function eraseContents(records: readonly ContentRecord[]): Promise<void> {
  const objectKeys = records.flatMap(({ objectKey }) => objectKey ?? []);
  if (objectKeys.length === 0) return;
  const { deleteContents } = await import('../../../aws/contents.lazy');
  await deleteContents(objectKeys);
}

/** Under a Message-ID may stand another conversation, whose mail came first. */
async function namesOf(
  workspaceId: string,
  messages: readonly InboundMessage[],
): Promise<Item<MessageIdRecord>[]> {
  const threads = new Set(messages.map(({ threadId }) => threadId));
  const named = messages.flatMap(({ messageId }) =>
    messageId ? [messageIdKey(workspaceId, messageId)] : [],
  );
  const names = await getItems<MessageIdRecord>(named);
  return names.filter(({ threadId }) => threads.has(threadId));
}
