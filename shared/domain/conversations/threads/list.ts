import { awaitingReplyKey, threadsKeys } from '../../../db/keys';
import { merge } from '../../../db/merge';
import type { Query } from '../../../db/table';
import type { Thread } from './record';

interface Wanted {
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
  { awaitingReply, before, limit }: Wanted,
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
function newestFirst(workspaceId: string, { awaitingReply, before, limit }: Wanted): AsyncGenerator<Thread> {
  const queries = awaitingReply
    ? [latestOf({ index: 'byDue', prefix: 'due' }, awaitingReplyKey(workspaceId), before)]
    : threadsKeys(workspaceId).map((key) => latestOf({ index: 'byTime', prefix: 'time' }, key, before));
  const Limit = Math.max(10, Math.ceil((limit + 1) / queries.length));
  return merge<Thread>(
    queries.map((query) => ({ ...query, Limit })),
    ({ timeAt }) => timeAt,
    'newest first',
  );
}

const latestOf = (
  { index, prefix }: { index: string; prefix: string },
  key: string,
  before: string | undefined,
): Query => ({
  IndexName: index,
  ScanIndexForward: false,
  KeyConditionExpression: `${prefix}Key = :key${before ? ` AND ${prefix}At < :before` : ''}`,
  ExpressionAttributeValues: { ':key': key, ...(before && { ':before': before }) },
});
