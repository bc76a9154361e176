import { setTimeout as sleep } from 'node:timers/promises';

/** A machine may be slow at whatever comes by itself. What never comes is told before its test is over: it has ten minutes. */
export const patienceMs = 120_000;

/** Waits until it is so. What is told when it never is may be worked out then. */
export async function until(isSo: () => boolean | Promise<boolean>, complaint: () => string): Promise<void> {
  const giveUpAt = performance.now() + patienceMs;
  while (!(await isSo())) {
    if (performance.now() > giveUpAt) throw new Error(complaint());
    await sleep(10);
  }
}
