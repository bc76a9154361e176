const counts = new Map<string, number>();

export const inFlightOf = (holder: string): number => counts.get(holder) ?? 0;

/** One more of the holder's is in flight as long as the work takes. */
export async function inFlight<T>(holder: string, work: () => Promise<T>): Promise<T> {
  change(holder, 1);
  try {
    return await work();
  } finally {
    change(holder, -1);
  }
}

function change(holder: string, by: 1 | -1): void {
  const count = inFlightOf(holder) + by;
  if (count > 0) counts.set(holder, count);
  else counts.delete(holder);
}
