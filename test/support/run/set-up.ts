import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux keeps this folder in memory: the engine waits for the disk at each write, which no test is about. */
const inMemory = '/dev/shm';
const gigabytesAtLeast = 4;

function fastestFolder(): string {
  if (!existsSync(inMemory)) return tmpdir();
  const { bavail, bsize } = statfsSync(inMemory);
  return bavail * bsize >= gigabytesAtLeast * 1024 ** 3 ? inMemory : tmpdir();
}

/**
 * Jest's globalSetup: a folder for all runtimes of the run, and a process that ends them with it. It waits for
 * the end of a pipe to this one, which comes however the run ends: also by Ctrl-C or SIGKILL.
 */
export default function setUp(): void {
  const runDir = mkdtempSync(join(fastestFolder(), 'carrier-nest-run-'));
  process.env['TEST_RUN_DIR'] = runDir;
  const cleaner = spawn(process.execPath, [require.resolve('./clean-up.cjs'), runDir], {
    stdio: ['pipe', 'ignore', 'inherit'],
    // Ctrl-C in a terminal is for a whole group of processes.
    detached: true,
  });
  cleaner.unref();
  (cleaner.stdin as unknown as { unref(): void }).unref();
  Object.assign(globalThis, { cleaner });
}
