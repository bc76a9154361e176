import { setTimeout as sleep } from 'node:timers/promises';

/** A machine may be slow at whatever comes by itself. What never comes is told before its test is over: it has ten minutes. */
export const waitMaxMs = 120_000;

/** Waits until it is so. What is told when it never is may be worked out then. */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  failureMessage: () => string,
): Promise<void> {
  const giveUpAt = performance.now() + waitMaxMs;
  while (!(await condition())) {
    if (performance.now() > giveUpAt) throw new Error(failureMessage());
    await sleep(10);
  }
}
