import type { Page } from './page';
import type { Query } from './query';
import { queryPage, type Item, type PageSizes } from './table';
import type { Key } from './keys';

interface ShardReadOptions {
  /** The number of records of a shard to read per DynamoDB page. */
  sizes: PageSizes;
  /**
   * The maximum number of DynamoDB reads for one page, across all shards. After these reads, the page ends, even if it
   * has few records.
   */
  pageReadsMax: number;
}

/** A shard and the records read from it. */
interface Shard<T> {
  query: Query;
  found: Item<T>[];
  pagesRead: number;
  /** The last key that was read; undefined before the first read. */
  lastReadKey?: Key | undefined;
  isExhausted: boolean;
}

/**
 * Reads a page of the records of several queries, newest id first. With filtered queries, the page may end early or be
 * empty. In this case, `next` is the position up to which all shards were read.
 */
export async function readShardsPage<T>(
  queries: readonly Query[],
  limit: number,
  { sizes, pageReadsMax }: ShardReadOptions,
): Promise<Page<T>> {
  const shards = queries.map((query): Shard<T> => ({ query, found: [], pagesRead: 0, isExhausted: false }));
  await Promise.all(shards.map((shard) => readNextPage(shard, sizes)));
  for (let pageReads = shards.length; ; pageReads += 1) {
    const laggingShard = findLaggingShard(shards);
    const records = recordsDownTo(shards, laggingShard?.lastReadKey?.sk);
    const last = records[limit - 1];
    if (last && records.length > limit) return { records: records.slice(0, limit), next: last.sk };
    if (!laggingShard) return { records, next: null };
    if (pageReads >= pageReadsMax) return { records, next: laggingShard.lastReadKey?.sk ?? null };
    await readNextPage(laggingShard, sizes);
  }
}

async function readNextPage<T>(shard: Shard<T>, sizes: PageSizes): Promise<void> {
  const { items, lastKey } = await queryPage<T>({
    ...shard.query,
    Limit: sizes(shard.pagesRead),
    ...(shard.lastReadKey && { ExclusiveStartKey: { ...shard.lastReadKey } }),
  });
  shard.pagesRead += 1;
  shard.found.push(...items);
  shard.lastReadKey = lastKey;
  shard.isExhausted = lastKey === undefined;
}

/**
 * Finds the shard of which the smallest part was read. The unread records of this shard may sort before records that
 * other shards returned.
 */
const findLaggingShard = <T>(shards: readonly Shard<T>[]): Shard<T> | undefined =>
  shards
    .filter(({ isExhausted }) => !isExhausted)
    .sort((a, b) => ((a.lastReadKey?.sk ?? '') < (b.lastReadKey?.sk ?? '') ? 1 : -1))[0];

const recordsDownTo = <T>(shards: readonly Shard<T>[], lowestSk = ''): Item<T>[] =>
  shards
    .flatMap(({ found }) => found)
    .filter(({ sk }) => sk >= lowestSk)
    .sort((a, b) => (a.sk < b.sk ? 1 : -1));
