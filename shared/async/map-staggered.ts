interface StaggeredItem<T> {
  item: T;
  index: number;
  /** Starts the next item before the current item has ended. */
  startNext: () => void;
}

/**
 * Runs `work` for each item, at most `concurrencyMax` concurrently. The next item starts when the work on the current
 * item ends or calls `startNext`. After a failure, starts no further item, and throws the failure once all running
 * items have ended.
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
