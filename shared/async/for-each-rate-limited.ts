import { now } from '../core/time';

interface RateLimitOptions {
  concurrencyMax: number;
  perSecondMax: number;
  /** Nothing more begins once this is so. */
  shouldStop?: () => boolean;
}

/** How long it is not noticed that all is over, ms. */
const stopCheckMs = 250;

/**
 * Does the work for each item, in order and at this pace. After a failure nothing more begins, and it is thrown once
 * everything that had begun has ended: what a function still does when it has answered, it does at any time, or never.
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
