import { is } from '../../../db/condition';
import { threadsKeys } from '../../../db/keys/index';
import { indexQuery } from '../../../db/query';
import { deleteItems, queryPages, type Item } from '../../../db/table';
import { deleteWrite, writeTransaction } from '../../../db/transaction';
import { toIso, now } from '../../../core/time';
import { readThreadContents } from '../threads/thread-contents';
import type { Thread } from '../../../db/records/threads';
import { eraseEmails, eraseInboundMessages, isPendingEmail, messageTimeMs, type ExpiryScope } from './erase';

/** So many conversations are erased at the same time. */
const pageSize = 10;

/** Those in which nothing was said since then. False: there was no time for all. */
export async function expireThreads({ workspaceId, before, until }: ExpiryScope): Promise<boolean> {
  for (const shard of threadsKeys(workspaceId)) {
    const oldThreads = indexQuery('byTime', shard, { before: toIso(before), pageSize });
    for await (const threads of queryPages<Thread>(oldThreads)) {
      await Promise.all(threads.map(({ id }) => expireThread(workspaceId, id, before)));
      if (now() > until) return false;
    }
  }
  return true;
}

/** The index may not know yet of what was said a moment ago. */
async function expireThread(workspaceId: string, id: string, before: number): Promise<void> {
  const contents = await readThreadContents(workspaceId, id);
  if (!contents) return;
  const { thread, records, emails, received } = contents;
  // An answer that is leaving just now has not told the conversation.
  if ([Date.parse(thread.lastMessageAt), ...emails.map(messageTimeMs)].some((at) => at >= before)) return;
  if (emails.some(isPendingEmail)) return;
  await eraseEmails(workspaceId, emails);
  await eraseInboundMessages(workspaceId, received);
  await deleteItems(records.filter(({ sk }) => sk !== thread.sk));
  // Last, for it leads to the others; and not where somebody has written meanwhile.
  await eraseThread(thread);
}

const eraseThread = (thread: Item<Thread>): Promise<boolean> =>
  writeTransaction([deleteWrite<Thread>(thread, is('lastMessageAt', thread.lastMessageAt))]);
