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

/** What the runtime creates in a data folder. Files such as `dynamodb.sqlite-wal` belong to the entry before the sign. */
const dataEntries = [
  'async-invocations.jsonl',
  'clock.jsonl',
  'dynamodb.sqlite',
  'engine.pid',
  'hosts.jsonl',
  'issuer.json',
  'kms',
  'mail',
  'runtime.json',
  's3',
  'scheduler',
  'seed.json',
  'shared-local-instance.db',
  'sqs',
  'ssm',
  'stacks',
  'tls',
  'user-pools',
  'zone.jsonl',
];

/** Files that only a data folder contains. A start writes the first before any other. */
const markers = [lockFile, 'clock.jsonl', 'issuer.json', 'seed.json'];

/** Files of a project, whose folder is no place for data. */
const projectFiles = ['package.json', '.git', 'cdk.json'];

/**
 * Locks the data folder for this process, and returns a function that releases the lock. Throws if another runtime has
 * the lock, because two runtimes would overwrite each other's data. Ignores the lock of a killed process. `isFresh`
 * deletes the data of earlier runtimes, and leaves other files alone.
 */
export function lockDataDir(dataDir: string, { isFresh }: { isFresh: boolean }): () => void {
  const file = join(dataDir, lockFile);
  prepareDataDir(dataDir);
  const lockPid = readLockPid(file);
  if (lockPid && isRunning(lockPid)) {
    throw new StartError(
      `Another runtime (process ${lockPid}) uses ${dataDir}. Stop that runtime, or choose another folder`,
      { suggestedOptions: otherFolder },
    );
  }
  if (isFresh && hasAny(dataDir, markers)) deleteData(dataDir);
  writeFileSync(file, String(process.pid));
  return () => rmSync(file, { force: true });
}

const hasAny = (dir: string, names: readonly string[]): boolean =>
  names.some((name) => existsSync(join(dir, name)));

function deleteData(dataDir: string): void {
  for (const name of readdirSync(dataDir).filter(isData))
    rmSync(join(dataDir, name), { recursive: true, force: true });
}

/** Whether the runtime creates an entry of this name in its data folder. */
export const isData = (name: string): boolean =>
  dataEntries.some((entry) => name === entry || name.startsWith(`${entry}-`) || name.startsWith(`${entry}.`));

/** Creates the folder, for its owner alone. */
function prepareDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.W_OK);
    refuseForeignFolder(dataDir);
    chmodSync(dataDir, 0o700);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(
      `The data folder ${dataDir} cannot be written (${errorCode(error)}). Choose another folder`,
      { suggestedOptions: otherFolder, cause: error },
    );
  }
}

/** Refuses a folder whose files the runtime would mix with its data, or overwrite and later delete. */
function refuseForeignFolder(dataDir: string): void {
  if (hasAny(dataDir, markers)) return;
  const found = readdirSync(dataDir).find((name) => projectFiles.includes(name) || isData(name));
  if (found === undefined) return;
  throw new StartError(
    `The folder ${dataDir} has ${found}, but no data of this service. Choose an empty or a new folder`,
    { suggestedOptions: otherFolder },
  );
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
