import { unchanged } from '../../../db/condition';
import { keys, threadsKeys } from '../../../db/keys/index';
import { indexQuery } from '../../../db/query';
import { deleteItems, queryPages, type Item } from '../../../db/table';
import { deleteWrite, writeTransaction } from '../../../db/transaction';
import { toIso, now } from '../../../core/time';
import { readThreadContents } from '../threads/thread-contents';
import type { Thread } from '../../../db/records/threads';
import { eraseEmails, eraseInboundMessages, isPendingEmail, messageTimeMs, type ExpiryScope } from './erase';

/** The number of conversations deleted concurrently. */
const pageSize = 10;

/** Deletes conversations without a message since `before`. Returns false if time ran out. */
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

/** Deletes an expired conversation. Reads it again first, because the index may not include its latest message yet. */
async function expireThread(workspaceId: string, id: string, before: number): Promise<void> {
  const contents = await readThreadContents(workspaceId, id);
  if (!contents) return;
  const { thread, records, emails, received } = contents;
  // The thread's `lastMessageAt` does not include a reply that is being sent, so check the email records too.
  if ([Date.parse(thread.lastMessageAt), ...emails.map(messageTimeMs)].some((at) => at >= before)) return;
  if (emails.some(isPendingEmail)) return;
  await eraseEmails(workspaceId, emails);
  await eraseInboundMessages(workspaceId, received);
  await deleteItems(records.filter(({ sk }) => sk !== thread.sk));
  // Delete the thread last, because a retry uses it to find the remaining records. Keep the thread if a new message has
  // arrived.
  await eraseThread(thread);
}

const eraseThread = (thread: Item<Thread>): Promise<boolean> => {
  const { workspaceId, id, lastMessageAt, labels } = thread;
  return writeTransaction([
    deleteWrite<Thread>(thread, unchanged({ lastMessageAt, labels })),
    ...[...(labels ?? [])].map((label) => deleteWrite(keys.threadLabel(workspaceId, label, id))),
  ]);
};
