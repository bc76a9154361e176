import DataLoader from 'dataloader';
import type { Key } from './keys';
import { asItem, loadItemLookup, keyToString } from './table';

/** How an item is read, strongly consistent: by itself (`getItem`) or together with others. */
export type ReadItem = <T>(key: Key<T>) => Promise<T | undefined>;

/**
 * Reads what is asked for in the same moment in one round trip, and each item once: it stays as it was read. For the
 * time of one batch of messages.
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

/** Asks once for each name; whoever asks again has the same answer. For the time of one batch of messages. */
export function memoizeAsync<T>(compute: (name: string) => Promise<T>): (name: string) => Promise<T> {
  const loader = new DataLoader<string, T>((names) => Promise.all(names.map((name) => compute(name))), {
    batch: false,
  });
  return (name) => loader.load(name);
}
