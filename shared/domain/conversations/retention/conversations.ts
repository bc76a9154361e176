import { is } from '../../../db/condition';
import { threadsKeys } from '../../../db/keys/index';
import { inIndex } from '../../../db/query';
import { deleteItems, queryPages, type Item } from '../../../db/table';
import { erase, writeTogether } from '../../../db/transaction';
import { iso, now } from '../../../core/time';
import { readMembers } from '../threads/members';
import type { Thread } from '../../../db/records/threads';
import { eraseEmails, eraseReceived, hasYetToLeave, timeOf, type Expiry } from './erase';

/** So many conversations are erased at the same time. */
const pageSize = 10;

/** Those in which nothing was said since then. False: there was no time for all. */
export async function expireConversations({ workspaceId, before, until }: Expiry): Promise<boolean> {
  for (const shard of threadsKeys(workspaceId)) {
    const old = inIndex('byTime', shard, { before: iso(before), pageSize });
    for await (const threads of queryPages<Thread>(old)) {
      await Promise.all(threads.map(({ id }) => expireConversation(workspaceId, id, before)));
      if (now() > until) return false;
    }
  }
  return true;
}

/** The index may not know yet of what was said a moment ago. */
async function expireConversation(workspaceId: string, id: string, before: number): Promise<void> {
  const members = await readMembers(workspaceId, id);
  if (!members) return;
  const { thread, records, emails, received } = members;
  // An answer that is leaving just now has not told the conversation.
  if ([Date.parse(thread.lastMessageAt), ...emails.map(timeOf)].some((at) => at >= before)) return;
  if (emails.some(hasYetToLeave)) return;
  await eraseEmails(workspaceId, emails);
  await eraseReceived(workspaceId, received);
  await deleteItems(records.filter(({ sk }) => sk !== thread.sk));
  // Last, for it leads to the others; and not where somebody has written meanwhile.
  await eraseThread(thread);
}

const eraseThread = ({ pk, sk, lastMessageAt }: Item<Thread>): Promise<boolean> =>
  writeTogether([erase({ pk, sk }, is('lastMessageAt', lastMessageAt))]);
