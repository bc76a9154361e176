import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Linux keeps this folder in memory. On a disk, the engine would wait for every write, and no test checks durability.
 */
const inMemory = '/dev/shm';
const gigabytesAtLeast = 4;

function fastestFolder(): string {
  if (!existsSync(inMemory)) return tmpdir();
  const { bavail, bsize } = statfsSync(inMemory);
  return bavail * bsize >= gigabytesAtLeast * 1024 ** 3 ? inMemory : tmpdir();
}

/**
 * Jest's globalSetup: creates a folder for all runtimes of the run, and starts a process that stops the runtimes when
 * the run ends. The pipe between Jest and that process closes however the run ends, including by Ctrl-C and SIGKILL.
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
