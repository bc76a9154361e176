import type { Page } from './page';
import type { Query } from './query';
import { queryPage, type Item, type PageSizes } from './table';
import type { Key } from './keys';

interface Reading {
  /** How many records to look at in one piece, of one shard. */
  sizes: PageSizes;
  /** After so many pieces of all shards together the page ends, however little was found. */
  piecesMax: number;
}

/** A shard, as far as it was read. */
interface Shard<T> {
  query: Query;
  found: Item<T>[];
  piecesRead: number;
  /** Up to here everything was looked at; undefined before the first piece. */
  readTo?: Key | undefined;
  isOver: boolean;
}

/**
 * A page of the records of several queries, newest id first. Where the queries are filtered it may end early, even
 * without a record: `next` is then how far everything was looked at.
 */
export async function readShardsPage<T>(
  queries: readonly Query[],
  limit: number,
  { sizes, piecesMax }: Reading,
): Promise<Page<T>> {
  const shards = queries.map((query): Shard<T> => ({ query, found: [], piecesRead: 0, isOver: false }));
  await Promise.all(shards.map((shard) => readOn(shard, sizes)));
  for (let pieces = shards.length; ; pieces += 1) {
    const behind = leastRead(shards);
    const records = foundBefore(shards, behind?.readTo?.sk);
    const last = records[limit - 1];
    if (last && records.length > limit) return { records: records.slice(0, limit), next: last.sk };
    if (!behind) return { records, next: null };
    if (pieces >= piecesMax) return { records, next: behind.readTo?.sk ?? null };
    await readOn(behind, sizes);
  }
}

async function readOn<T>(shard: Shard<T>, sizes: PageSizes): Promise<void> {
  const { items, lastKey } = await queryPage<T>({
    ...shard.query,
    Limit: sizes(shard.piecesRead),
    ...(shard.readTo && { ExclusiveStartKey: { ...shard.readTo } }),
  });
  shard.piecesRead += 1;
  shard.found.push(...items);
  shard.readTo = lastKey;
  shard.isOver = lastKey === undefined;
}

/** The shard that holds up the others: what it has yet to show may belong before what they have shown. */
const leastRead = <T>(shards: readonly Shard<T>[]): Shard<T> | undefined =>
  shards
    .filter(({ isOver }) => !isOver)
    .sort((a, b) => ((a.readTo?.sk ?? '') < (b.readTo?.sk ?? '') ? 1 : -1))[0];

const foundBefore = <T>(shards: readonly Shard<T>[], end = ''): Item<T>[] =>
  shards
    .flatMap(({ found }) => found)
    .filter(({ sk }) => sk >= end)
    .sort((a, b) => (a.sk < b.sk ? 1 : -1));
