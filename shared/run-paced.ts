import { now } from './time';

interface Pace {
  atOnceMax: number;
  perSecondMax: number;
}

/** Does the work for each item, in order and at this pace. The first failure stops it and is thrown. */
export async function runPaced<T>(
  items: readonly T[],
  { atOnceMax, perSecondMax }: Pace,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const startedAt = now();
  const queue = items.entries();
  let hasFailed = false;

  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) {
      await waitUntil(startedAt + (index * 1000) / perSecondMax);
      if (hasFailed) return;
      await work(item).catch((error: unknown) => {
        hasFailed = true;
        throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: atOnceMax }, worker));
}

async function waitUntil(at: number): Promise<void> {
  const waitMs = at - now();
  if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
}
