import { awaitingReplyKey, threadsKeys } from '../../../db/keys/index';
import { mergeQueries } from '../../../db/merge-queries';
import { indexQuery } from '../../../db/query';
import type { Thread } from '../../../db/records/threads';

interface ThreadQuery {
  awaitingReply: boolean | undefined;
  /** The position where the previous page ended. */
  before: string | undefined;
  limit: number;
}

/** The maximum number of records read for one page. The next page starts after the last of these records. */
const scannedMax = 10_000;

/** Lists threads by their last message, latest first. `next` is the position of the next page, or null at the end. */
export async function listThreads(
  workspaceId: string,
  { awaitingReply, before, limit }: ThreadQuery,
): Promise<{ threads: Thread[]; next: string | null }> {
  const threads: Thread[] = [];
  let scanned = 0;
  let last: Thread | undefined;
  for await (const thread of queryNewestFirst(workspaceId, { awaitingReply, before, limit })) {
    const matchesFilter = awaitingReply === undefined || thread.awaitingReply === awaitingReply;
    // A full page has a next page only if another matching thread follows.
    const isFull = matchesFilter && threads.length === limit;
    if (last && (isFull || scanned === scannedMax)) return { threads, next: last.timeAt };
    last = thread;
    scanned++;
    if (matchesFilter) threads.push(thread);
  }
  return { threads, next: null };
}

/** Queries the threads, newest first. Threads that await a reply are few and have their own index. */
function queryNewestFirst(
  workspaceId: string,
  { awaitingReply, before, limit }: ThreadQuery,
): AsyncGenerator<Thread> {
  const index = awaitingReply ? 'byWaiting' : 'byTime';
  const partitions = awaitingReply ? [awaitingReplyKey(workspaceId)] : threadsKeys(workspaceId);
  const pageSize = Math.max(10, Math.ceil((limit + 1) / partitions.length));
  const queries = partitions.map((key) => indexQuery(index, key, { before, descending: true, pageSize }));
  return mergeQueries<Thread>(queries, ({ timeAt }) => timeAt, 'newest first');
}
