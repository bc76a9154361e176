/** What is done for one item. */
interface StaggeredItem<T> {
  item: T;
  index: number;
  /** Lets the next turn begin before this one has ended. */
  startNext: () => void;
}

/**
 * Does the work for each item: the next turn begins when the one before it says so or has ended, and so many run at
 * once at most. After a failure nothing more begins, and it is thrown once everything has ended.
 */
export async function mapStaggered<T, R>(
  items: readonly T[],
  concurrencyMax: number,
  work: (staggered: StaggeredItem<T>) => Promise<R>,
): Promise<R[]> {
  const results: Promise<R>[] = [];
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  for (const [index, item] of items.entries()) {
    if (running.size >= concurrencyMax) await Promise.race(running);
    if (failures.length > 0) break;
    await new Promise<void>((startNext) => {
      const result = work({ item, index, startNext });
      const ended = result
        .then(undefined, (error: unknown) => failures.push(error))
        .then(() => {
          running.delete(ended);
          startNext();
        });
      results.push(result);
      running.add(ended);
    });
  }
  await Promise.all(running);
  return Promise.all(results);
}
