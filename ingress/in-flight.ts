const counts = new Map<string, number>();

export const inFlightCount = (pool: string): number => counts.get(pool) ?? 0;

/** Counts a request of the pool as in flight until its work ends. */
export async function trackInFlight<T>(pool: string, work: () => Promise<T>): Promise<T> {
  adjustCount(pool, 1);
  try {
    return await work();
  } finally {
    adjustCount(pool, -1);
  }
}

function adjustCount(pool: string, delta: 1 | -1): void {
  const count = inFlightCount(pool) + delta;
  if (count > 0) counts.set(pool, count);
  else counts.delete(pool);
}
