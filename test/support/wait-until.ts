import { setTimeout as sleep } from 'node:timers/promises';

/**
 * A slow machine may need this long. It is below the ten-minute limit of a test, which leaves time to report what
 * never happened.
 */
export const waitMaxMs = 120_000;

/** Waits until the condition is true. The failure message is built only if that never happens. */
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
