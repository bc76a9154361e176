import type { Query } from './query';
import { queryPages, type Item, type PageSizes } from './table';

/**
 * Merges the records of several queries, sorted by position in the given `order`. Each query must already return its
 * records in this order. Pages are read on demand.
 */
export async function* mergeQueries<T>(
  queries: readonly Query[],
  positionOf: (record: Item<T>) => string,
  order: 'oldest first' | 'newest first',
  sizes?: PageSizes,
): AsyncGenerator<Item<T>, void> {
  const sources = queries.map((query) => readRecords<T>(query, sizes));
  const heads = await Promise.all(sources.map((source) => source.next()));
  const sortsBefore = order === 'newest first' ? isAfter : isBefore;
  for (;;) {
    const positions = heads.map((head) => (head.done ? undefined : positionOf(head.value)));
    const next = indexOfFirst(positions, sortsBefore);
    const [head, source] = [heads[next], sources[next]];
    if (!head || head.done || !source) return;
    yield head.value;
    heads[next] = await source.next();
  }
}

async function* readRecords<T>(query: Query, sizes?: PageSizes): AsyncGenerator<Item<T>, void> {
  for await (const page of queryPages<T>(query, sizes)) yield* page;
}

const isAfter = (a: string, b: string): boolean => a > b;
const isBefore = (a: string, b: string): boolean => a < b;

/** Returns the index of the query whose next record comes first, or -1 if no records are left. */
function indexOfFirst(
  positions: readonly (string | undefined)[],
  sortsBefore: (a: string, b: string) => boolean,
): number {
  let [first, firstIndex]: [string | undefined, number] = [undefined, -1];
  for (const [index, position] of positions.entries()) {
    if (position === undefined || (first !== undefined && !sortsBefore(position, first))) continue;
    [first, firstIndex] = [position, index];
  }
  return firstIndex;
}
