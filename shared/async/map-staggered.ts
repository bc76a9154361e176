interface StaggeredItem<T> {
  item: T;
  index: number;
  /** Starts the next item before this one has ended. */
  startNext: () => void;
}

/**
 * Runs `work` for each item, at most `concurrencyMax` at once. The next item starts when the current one ends or calls
 * `startNext`. After a failure no further item starts, and the failure is thrown once all running items end.
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
