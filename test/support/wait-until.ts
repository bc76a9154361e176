import { setTimeout as sleep } from 'node:timers/promises';

/** Long enough for a slow machine. The ten-minute limit of a test leaves time to report the failed condition. */
export const waitMaxMs = 120_000;

/** Waits until the condition is true. The failure message is built only if the wait times out. */
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
