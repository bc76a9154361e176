import DataLoader from 'dataloader';
import type { Key } from './keys';
import { asItem, loadItemLookup, keyToString } from './table';

/** Reads an item with strong consistency, either alone (`getItem`) or in a batch with other items (`batchedReader`). */
export type ReadItem = <T>(key: Key<T>) => Promise<T | undefined>;

/**
 * Returns a reader that reads all items requested at the same time in one round trip, and caches each item. Create one
 * reader for each batch of queue messages.
 */
export function batchedReader(): ReadItem {
  const readAll = async (requestedKeys: readonly Key[]): Promise<(Key | undefined)[]> => {
    const found = await loadItemLookup(requestedKeys);
    return requestedKeys.map((key) => found(key));
  };
  const items = new DataLoader<Key, Key | undefined, string>(readAll, { cacheKeyFn: keyToString });
  return async <T>(key: Key<T>) => {
    const item = await items.load(key);
    return item && asItem<T>(item);
  };
}

/**
 * Returns a function that computes the value of each name once and caches the value. Create one such function for each
 * batch of queue messages.
 */
export function memoizeAsync<T>(compute: (name: string) => Promise<T>): (name: string) => Promise<T> {
  const loader = new DataLoader<string, T>((names) => Promise.all(names.map((name) => compute(name))), {
    batch: false,
  });
  return (name) => loader.load(name);
}
