import { setTimeout as sleep } from 'node:timers/promises';

export interface WaitOptions {
  /** How long to wait, in ms of real time. Default: 4,000, less than the default limit of a test in Vitest and Jest. */
  timeoutMs?: number;
}

const pauseMs = 15;

/** Repeats `find` until it finds something. Throws an error with the message of `describeFailure` at the timeout. */
export async function waitFor<T>(
  find: () => T | undefined | Promise<T | undefined>,
  describeFailure: (timeoutMs: number) => string | Promise<string>,
  { timeoutMs = 4_000 }: WaitOptions = {},
): Promise<T> {
  const giveUpAt = performance.now() + timeoutMs;
  for (;;) {
    const found = await find();
    if (found !== undefined) return found;
    if (performance.now() >= giveUpAt) throw new Error(await describeFailure(timeoutMs));
    await sleep(pauseMs);
  }
}
