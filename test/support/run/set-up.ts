import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Linux keeps this folder in memory. On a disk, the engine would wait for every write, and no test checks durability.
 */
const inMemory = '/dev/shm';
const gigabytesAtLeast = 4;

const runDirPrefix = 'carrier-nest-run-';

/** The file in the folder of a run that has the process id of the run's cleaner. */
const cleanerPidFile = 'cleaner.pid';

function fastestFolder(): string {
  if (!existsSync(inMemory)) return tmpdir();
  const { bavail, bsize } = statfsSync(inMemory);
  return bavail * bsize >= gigabytesAtLeast * 1024 ** 3 ? inMemory : tmpdir();
}

/** Deletes the folders of earlier runs whose cleaner was killed. Otherwise, these folders would fill the memory. */
function removeAbandonedRuns(): void {
  for (const parent of [inMemory, tmpdir()].filter(existsSync))
    for (const name of readdirSync(parent).filter((entry) => entry.startsWith(runDirPrefix)))
      if (isAbandoned(join(parent, name))) rmSync(join(parent, name), { recursive: true, force: true });
}

function isAbandoned(runDir: string): boolean {
  const pidFile = join(runDir, cleanerPidFile);
  // A run writes this file immediately after it creates the folder.
  if (!existsSync(pidFile)) return false;
  try {
    process.kill(Number(readFileSync(pidFile, 'utf8')), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}

/**
 * Jest's globalSetup: creates a folder for all runtimes of the run, and starts a process that stops the runtimes when
 * the run ends. The pipe between Jest and that process closes however the run ends, including by Ctrl-C and SIGKILL.
 */
export default function setUp(): void {
  removeAbandonedRuns();
  const runDir = mkdtempSync(join(fastestFolder(), runDirPrefix));
  process.env['TEST_RUN_DIR'] = runDir;
  const cleaner = spawn(process.execPath, [require.resolve('./clean-up.cjs'), runDir], {
    stdio: ['pipe', 'ignore', 'inherit'],
    // Ctrl-C in a terminal signals the whole process group.
    detached: true,
  });
  writeFileSync(join(runDir, cleanerPidFile), String(cleaner.pid));
  cleaner.unref();
  (cleaner.stdin as unknown as { unref(): void }).unref();
  Object.assign(globalThis, { cleaner });
}
