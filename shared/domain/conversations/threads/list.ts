import { awaitingReplyKey, threadsKeys } from '../../../db/keys/index';
import { merge } from '../../../db/merge';
import { inIndex } from '../../../db/query';
import type { Thread } from '../../../db/records/threads';

interface ThreadPage {
  awaitingReply: boolean | undefined;
  /** The position where the last page ended. */
  before: string | undefined;
  limit: number;
}

/** A page never looks at more records than this; what it did not reach comes with the next page. */
const lookedAtMax = 10_000;

/** Threads by their last message, latest first, and the position to go on from; null at the end. */
export async function latestThreads(
  workspaceId: string,
  { awaitingReply, before, limit }: ThreadPage,
): Promise<{ threads: Thread[]; next: string | null }> {
  const threads: Thread[] = [];
  let lookedAt = 0;
  let last: Thread | undefined;
  for await (const thread of newestFirst(workspaceId, { awaitingReply, before, limit })) {
    const isWanted = awaitingReply === undefined || thread.awaitingReply === awaitingReply;
    // There is more only where another wanted one comes.
    const isFull = isWanted && threads.length === limit;
    if (last && (isFull || lookedAt === lookedAtMax)) return { threads, next: last.timeAt };
    last = thread;
    lookedAt++;
    if (isWanted) threads.push(thread);
  }
  return { threads, next: null };
}

/** The few that wait for an answer have an index of their own. */
function newestFirst(
  workspaceId: string,
  { awaitingReply, before, limit }: ThreadPage,
): AsyncGenerator<Thread> {
  const index = awaitingReply ? 'byWaiting' : 'byTime';
  const partitions = awaitingReply ? [awaitingReplyKey(workspaceId)] : threadsKeys(workspaceId);
  const pageSize = Math.max(10, Math.ceil((limit + 1) / partitions.length));
  const queries = partitions.map((key) => inIndex(index, key, { before, lastFirst: true, pageSize }));
  return merge<Thread>(queries, ({ timeAt }) => timeAt, 'newest first');
}
