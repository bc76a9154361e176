import { now } from '../core/time';

interface RateLimitOptions {
  concurrencyMax: number;
  perSecondMax: number;
  /** If set, no further item starts once this function returns true. */
  shouldStop?: () => boolean;
}

/** How often a waiting worker checks whether it must stop. */
const stopCheckMs = 250;

/**
 * Runs `work` for each item, in order and within the rate limit. After a failure, starts no further item, and throws
 * the failure once all running items have ended, because Lambda may never finish work that continues after the
 * response.
 */
export async function forEachRateLimited<T>(
  items: readonly T[],
  { concurrencyMax, perSecondMax, shouldStop = () => false }: RateLimitOptions,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const startedAt = now();
  const queue = items.entries();
  const failures: unknown[] = [];
  const isStopped = (): boolean => failures.length > 0 || shouldStop();

  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) {
      await waitUntil(startedAt + (index * 1000) / perSecondMax, isStopped);
      if (isStopped()) return;
      await work(item).catch((error: unknown) => void failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: concurrencyMax }, worker));
  if (failures.length > 0) throw failures[0];
}

async function waitUntil(at: number, isStopped: () => boolean): Promise<void> {
  for (let waitMs = at - now(); waitMs > 0 && !isStopped(); waitMs = at - now())
    await new Promise((resolve) => setTimeout(resolve, Math.min(waitMs, stopCheckMs)));
}
