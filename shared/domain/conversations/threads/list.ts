import { awaitingReplyKey, keys, labelPartitions, threadsKeys } from '../../../db/keys/index';
import { mergeQueries } from '../../../db/merge-queries';
import { indexQuery } from '../../../db/query';
import type { Thread, ThreadLabel } from '../../../db/records/threads';
import { ifVisible, type Viewer } from '../../platform/api-keys/inbox-limit';
import { getItems, type Item } from '../../../db/table';

interface ThreadQuery {
  awaitingReply: boolean | undefined;
  label: string | undefined;
  /** The position where the previous page ended. */
  before: string | undefined;
  limit: number;
}

/** A record of a list. The thread is undefined if it was deleted after the list was read. */
interface ListedThread {
  thread: Thread | undefined;
  position: string;
}

/** The maximum number of records read for one page. The next page starts after the last of these records. */
const scannedMax = 10_000;

/** Lists threads by their last message, latest first. `next` is the position of the next page, or null at the end. */
export async function listThreads(
  viewer: Viewer,
  query: ThreadQuery,
): Promise<{ threads: Thread[]; next: string | null }> {
  const threads: Thread[] = [];
  let scanned = 0;
  let last: string | undefined;
  let lastMatched: string | null = null;
  for await (const { thread, position } of queryNewestFirst(viewer.workspaceId, query)) {
    const matched = thread && matchesQuery(thread, query) ? ifVisible(viewer, thread) : undefined;
    // A full page has a next page only if another matching thread follows.
    const isFull = matched !== undefined && threads.length === query.limit;
    // Clients can read cursors, so the cursor of a full page does not name a thread that the viewer does not see.
    if (isFull) return { threads, next: lastMatched };
    if (last !== undefined && scanned === scannedMax) return { threads, next: last };
    last = position;
    scanned++;
    if (!matched) continue;
    threads.push(matched);
    lastMatched = position;
  }
  return { threads, next: null };
}

const matchesQuery = (thread: Thread, { awaitingReply, label }: ThreadQuery): boolean =>
  (awaitingReply === undefined || thread.awaitingReply === awaitingReply) &&
  (label === undefined || thread.labels?.has(label) === true);

/**
 * Queries the threads, newest first. Threads that await a reply are few and have their own index, so a label filters
 * them. Otherwise, the label has a small record for each of its threads.
 */
const queryNewestFirst = (workspaceId: string, query: ThreadQuery): AsyncGenerator<ListedThread> =>
  query.label === undefined || query.awaitingReply
    ? queryThreads(workspaceId, query)
    : queryByLabel(workspaceId, query.label, query);

async function* queryThreads(workspaceId: string, query: ThreadQuery): AsyncGenerator<ListedThread> {
  const index = query.awaitingReply ? 'byWaiting' : 'byTime';
  const partitions = query.awaitingReply ? [awaitingReplyKey(workspaceId)] : threadsKeys(workspaceId);
  for await (const thread of mergePartitions<Thread>(index, partitions, query))
    yield { thread, position: thread.timeAt };
}

/**
 * Reads the label's records in the order of the list, and only the threads of a page with them. A page of 50 threads of
 * at most 4 KB costs 26 read units for the threads and 4 for the records, however many threads the workspace has.
 */
async function* queryByLabel(
  workspaceId: string,
  label: string,
  query: ThreadQuery,
): AsyncGenerator<ListedThread> {
  const records = mergePartitions<ThreadLabel>('byTime', labelPartitions(workspaceId, label), query);
  for await (const chunk of readChunks(records, query.limit + 1)) {
    const threads = await getItems(
      chunk.map(({ sk: id }) => keys.thread(workspaceId, id)),
      { ConsistentRead: false },
    );
    const byId = new Map(threads.map((thread) => [thread.id, thread]));
    for (const { sk: id, timeAt } of chunk) yield { thread: byId.get(id), position: timeAt };
  }
}

function mergePartitions<T extends { timeAt: string }>(
  index: 'byTime' | 'byWaiting',
  partitions: readonly string[],
  { before, limit }: ThreadQuery,
): AsyncGenerator<Item<T>> {
  const pageSize = Math.max(10, Math.ceil((limit + 1) / partitions.length));
  const queries = partitions.map((key) => indexQuery(index, key, { before, descending: true, pageSize }));
  return mergeQueries<T>(queries, ({ timeAt }) => timeAt, 'newest first');
}

async function* readChunks<T>(records: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let chunk: T[] = [];
  for await (const record of records) {
    chunk.push(record);
    if (chunk.length < size) continue;
    yield chunk;
    chunk = [];
  }
  if (chunk.length > 0) yield chunk;
}
