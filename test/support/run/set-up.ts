import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Linux keeps this folder in memory. On a disk, the engine waits for every write, which no test is about. */
const inMemory = '/dev/shm';
const gigabytesAtLeast = 4;

function fastestFolder(): string {
  if (!existsSync(inMemory)) return tmpdir();
  const { bavail, bsize } = statfsSync(inMemory);
  return bavail * bsize >= gigabytesAtLeast * 1024 ** 3 ? inMemory : tmpdir();
}

/**
 * Jest's globalSetup: creates a folder for all runtimes of the run, and starts a process that stops them at its end.
 * That process waits until its pipe to this one closes, which happens however the run ends, including Ctrl-C and
 * SIGKILL.
 */
export default function setUp(): void {
  const runDir = mkdtempSync(join(fastestFolder(), 'carrier-nest-run-'));
  process.env['TEST_RUN_DIR'] = runDir;
  const cleaner = spawn(process.execPath, [require.resolve('./clean-up.cjs'), runDir], {
    stdio: ['pipe', 'ignore', 'inherit'],
    // Ctrl-C in a terminal signals the whole process group.
    detached: true,
  });
  cleaner.unref();
  (cleaner.stdin as unknown as { unref(): void }).unref();
  Object.assign(globalThis, { cleaner });
}
