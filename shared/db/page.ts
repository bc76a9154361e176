import type { Query } from './query';
import { queryPage, type Item } from './table';
import type { Key } from './keys';

/** Among so many of the newest somebody is looked for whose name was given instead of their id. */
export const nameLookupMax = 100;

export interface Page<T> {
  records: T[];
  /** Where the next page goes on; null at the end. */
  next: string | null;
}

/** So many records of a query, however many pages of the database that takes. */
export async function readPage<T>(
  query: Query,
  limit: number,
  positionOf: (record: Item<T>) => string,
): Promise<Page<T>> {
  const found: Item<T>[] = [];
  let startKey: Key | undefined;
  do {
    const page = await queryPage<T>({
      ...query,
      Limit: limit + 1 - found.length,
      ...(startKey && { ExclusiveStartKey: { ...startKey } }),
    });
    found.push(...page.items);
    startKey = page.lastKey;
  } while (startKey && found.length <= limit);

  const records = found.slice(0, limit);
  const last = records.at(-1);
  return { records, next: found.length > limit && last ? positionOf(last) : null };
}
