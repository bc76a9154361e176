import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { errorCode } from './error-code';
import { StartError } from './start-error';

const lockFile = 'runtime.pid';

const otherFolder = { '--data': 'DIR' };

/**
 * Locks the data folder for this process, and returns a function that releases the lock. Throws if another runtime has
 * the lock, because two runtimes would overwrite each other's data. Ignores the lock of a killed process.
 */
export function lockDataDir(dataDir: string): () => void {
  const file = join(dataDir, lockFile);
  prepareDataDir(dataDir);
  const lockPid = readLockPid(file);
  if (lockPid && isRunning(lockPid)) {
    throw new StartError(
      `Another runtime (process ${lockPid}) uses ${dataDir}. Stop that runtime, or choose another folder`,
      { suggestedOptions: otherFolder },
    );
  }
  writeFileSync(file, String(process.pid));
  return () => rmSync(file, { force: true });
}

/** Creates the folder, for its owner alone. */
function prepareDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.W_OK);
    chmodSync(dataDir, 0o700);
  } catch (error) {
    throw new StartError(
      `The data folder ${dataDir} cannot be written (${errorCode(error)}). Choose another folder`,
      { suggestedOptions: otherFolder, cause: error },
    );
  }
}

/** Calls `onLost` when the folder is deleted or replaced, because later writes would go to deleted files. */
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

/** The pid in the lock file; undefined if there is no lock file. */
function readLockPid(file: string): number | undefined {
  try {
    return Number(readFileSync(file, 'utf8'));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Deletes everything except the lock file. */
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

/** Matches the command line of the runtime in a clone and of the package. */
const runtimeCommand = /packages\/local\/src\/main|carrier-nest/;

/**
 * Whether the process is a runtime. After a reboot, another program may have the pid. Without `/proc`, the check is
 * impossible, so the lock is treated as valid.
 */
function isRuntime(pid: number): boolean {
  const commandLine = `/proc/${pid}/cmdline`;
  return !existsSync(commandLine) || runtimeCommand.test(readFileSync(commandLine, 'utf8'));
}
