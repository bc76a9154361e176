import type { Query } from './query';
import { queryPage, type Item } from './table';
import type { Key } from './keys';

/** The number of newest records to search if a client passes a name instead of an id. */
export const nameLookupMax = 100;

export interface Page<T> {
  records: T[];
  /** The position at which the next page starts; null on the last page. */
  next: string | null;
}

/** Reads up to `limit` records of a query, using as many DynamoDB pages as necessary. */
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
