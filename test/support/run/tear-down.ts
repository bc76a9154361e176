import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';

/** Jest's globalTeardown: the run is over when nothing of it is left. */
export default async function tearDown(): Promise<void> {
  const { cleaner } = globalThis as unknown as { cleaner: ChildProcess };
  cleaner.ref();
  cleaner.stdin?.end();
  await once(cleaner, 'exit');
}
