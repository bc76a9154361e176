import DataLoader from 'dataloader';
import type { Key } from './keys';
import { lookUpItems, nameOf } from './table';

/** How an item is read, strongly consistent: by itself (`getItem`) or together with others. */
export type Read = <T>(key: Key) => Promise<T | undefined>;

/**
 * Reads what is asked for in the same moment in one round trip, and each item once: it stays as it was read. For the
 * time of one batch of messages.
 */
export function readingTogether(): Read {
  const readAll = async (wanted: readonly Key[]): Promise<(object | undefined)[]> => {
    const found = await lookUpItems(wanted);
    return wanted.map((key) => found<object>(key));
  };
  const items = new DataLoader<Key, object | undefined, string>(readAll, { cacheKeyFn: nameOf });
  return async <T>(key: Key) => (await items.load(key)) as T | undefined;
}

/** Asks once for each name; whoever asks again has the same answer. For the time of one batch of messages. */
export function askedOnce<T>(ask: (name: string) => Promise<T>): (name: string) => Promise<T> {
  const answers = new DataLoader<string, T>((names) => Promise.all(names.map((name) => ask(name))), {
    batch: false,
  });
  return (name) => answers.load(name);
}
