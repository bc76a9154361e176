import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Jest's globalTeardown: waits until all processes of the run have ended. */
export default async function tearDown(): Promise<void> {
  const { cleaner } = globalThis as unknown as { cleaner: ChildProcess };
  cleaner.ref();
  cleaner.stdin?.end();
  await once(cleaner, 'exit');
}
