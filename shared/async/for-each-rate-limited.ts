import { now } from '../core/time';

interface RateLimitOptions {
  concurrencyMax: number;
  perSecondMax: number;
  /** If set, returns a limit below `concurrencyMax`, which can change while items run. */
  concurrencyNow?: () => number;
  /** If set, no further item starts once this function returns true. */
  shouldStop?: () => boolean;
}

/** How often a waiting worker checks whether it must stop. */
const stopCheckMs = 250;

/** How often a worker above the current limit checks the limit again. */
const limitCheckMs = 20;

/**
 * Runs `work` for each item, in order and within the rate limit. After a failure, starts no further item, and throws
 * the failure once all running items have ended, because Lambda may never finish work that continues after the
 * response.
 */
export async function forEachRateLimited<T>(
  items: readonly T[],
  {
    concurrencyMax,
    perSecondMax,
    concurrencyNow = () => concurrencyMax,
    shouldStop = () => false,
  }: RateLimitOptions,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const startedAt = now();
  const queue = items.entries();
  const failures: unknown[] = [];
  let [running, taken] = [0, 0];
  const isStopped = (): boolean => failures.length > 0 || shouldStop();
  const isOver = (): boolean => taken === items.length || isStopped();

  const worker = async (): Promise<void> => {
    for (;;) {
      while (running >= concurrencyNow() && !isOver()) await sleep(limitCheckMs);
      const next = queue.next();
      if (next.done) return;
      const [index, item] = next.value;
      taken += 1;
      running += 1;
      await waitUntil(startedAt + (index * 1000) / perSecondMax, isStopped);
      if (isStopped()) return;
      await work(item).catch((error: unknown) => void failures.push(error));
      running -= 1;
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrencyMax, items.length) }, worker));
  if (failures.length > 0) throw failures[0];
}

async function waitUntil(at: number, isStopped: () => boolean): Promise<void> {
  for (let waitMs = at - now(); waitMs > 0 && !isStopped(); waitMs = at - now())
    await sleep(Math.min(waitMs, stopCheckMs));
}

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
