import { now } from '../core/time';

interface Pace {
  atOnceMax: number;
  perSecondMax: number;
  /** Nothing more begins once this is so. */
  isOver?: () => boolean;
}

/** How long it is not noticed that all is over, ms. */
const noticedWithinMs = 250;

/**
 * Does the work for each item, in order and at this pace. After a failure nothing more begins, and it is thrown once
 * everything that had begun has ended: what a function still does when it has answered, it does at any time, or never.
 */
export async function runPaced<T>(
  items: readonly T[],
  { atOnceMax, perSecondMax, isOver = () => false }: Pace,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const startedAt = now();
  const queue = items.entries();
  const failures: unknown[] = [];
  const hasEnded = (): boolean => failures.length > 0 || isOver();

  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) {
      await waitUntil(startedAt + (index * 1000) / perSecondMax, hasEnded);
      if (hasEnded()) return;
      await work(item).catch((error: unknown) => void failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: atOnceMax }, worker));
  if (failures.length > 0) throw failures[0];
}

async function waitUntil(at: number, hasEnded: () => boolean): Promise<void> {
  for (let waitMs = at - now(); waitMs > 0 && !hasEnded(); waitMs = at - now())
    await new Promise((resolve) => setTimeout(resolve, Math.min(waitMs, noticedWithinMs)));
}
