import { queryPages, type Item, type Query } from './table';

/**
 * The records of several queries as one list, the greatest position first. Each query gives its own records in
 * that order and is read a page at a time, as far as the reader goes.
 */
export async function* mergeNewestFirst<T>(
  queries: readonly Query[],
  positionOf: (record: Item<T>) => string,
): AsyncGenerator<Item<T>, void> {
  const sources = queries.map((query) => records<T>(query));
  const heads = await Promise.all(sources.map((source) => source.next()));
  for (;;) {
    const newest = indexOfGreatest(heads.map((head) => (head.done ? undefined : positionOf(head.value))));
    const [head, source] = [heads[newest], sources[newest]];
    if (!head || head.done || !source) return;
    yield head.value;
    heads[newest] = await source.next();
  }
}

async function* records<T>(query: Query): AsyncGenerator<Item<T>, void> {
  for await (const page of queryPages<T>(query)) yield* page;
}

/** -1 when nothing is left. */
function indexOfGreatest(positions: readonly (string | undefined)[]): number {
  let [greatest, at] = ['', -1];
  for (const [index, position] of positions.entries()) {
    if (position !== undefined && position > greatest) [greatest, at] = [position, index];
  }
  return at;
}
