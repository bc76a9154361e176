import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from './error-code';
import { StartError } from './start-error';

const lockFile = 'runtime.pid';

/**
 * Takes the data folder for this process, and returns what gives it back. Throws while another runtime has it:
 * two of them would write over each other. A process that was killed holds nothing any more.
 */
export function lockDataDir(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, lockFile);
  const lockPid = readLockPid(file);
  if (lockPid && isRunning(lockPid)) {
    throw new StartError(
      `Another runtime (process ${lockPid}) uses ${dataDir}: stop it, or choose another folder with \`npm start -- --data DIR\``,
    );
  }
  writeFileSync(file, String(process.pid));
  return () => rmSync(file, { force: true });
}

/** Says so when the folder is gone, or was made anew: what is written from then on is in no folder. */
export function watchDataDir(dataDir: string, onLost: () => void): void {
  const file = join(dataDir, lockFile);
  const holdsLock = () => readLockPid(file) === process.pid;
  const timer = setInterval(() => {
    if (holdsLock()) return;
    clearInterval(timer);
    onLost();
  }, 1_000);
  timer.unref();
}

/** The process that the lock names; undefined where there is none, or none any more. */
function readLockPid(file: string): number | undefined {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Keeps the lock alone. */
export function emptyDataDir(dataDir: string): void {
  for (const entry of readdirSync(dataDir).filter((name) => name !== lockFile)) {
    rmSync(join(dataDir, entry), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return isRuntime(pid);
  } catch (error) {
    if (errorCode(error) === 'ESRCH') return false;
    throw error;
  }
}

/** After a restart of the machine the number may belong to another program. Where that cannot be told, it counts. */
function isRuntime(pid: number): boolean {
  const commandLine = `/proc/${pid}/cmdline`;
  return !existsSync(commandLine) || readFileSync(commandLine, 'utf8').includes('packages/local/src/main');
}
