import { spawn, type ChildProcess } from 'node:child_process';
import { appendFileSync, closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { makeTempDir, recordLog, runDir } from './run/run-dir';
import { RuntimeLog } from './runtime-log';
import { waitUntil } from './wait-until';

/** The content of `runtime.json`. */
export interface RuntimeDescription {
  api: string;
  console: string;
  smtp: { host: string; port: number };
  aws: { endpoint: string; access_key_id: string };
  dns: string;
  /** Only with `--protect`. */
  token?: string;
  workspace: { id: string; name: string };
  key: string;
  domains: { transactional: string; marketing: string };
}

/** A running runtime. Only the test file that started the runtime has its process handle. */
export interface RunningRuntime {
  dataDir: string;
  at: RuntimeDescription;
  log: RuntimeLog;
  process?: ChildProcess;
}

/**
 * Starts a runtime. If the folder has the data of an earlier runtime, the new runtime continues with that data.
 * `codeDir` is the folder of the code, which may be an earlier release. `options` are additional options of `npm start`.
 */
export async function startRuntime(
  dataDir: string,
  codeDir = '.',
  options: readonly string[] = [],
): Promise<RunningRuntime & { process: ChildProcess }> {
  try {
    return await startRuntimeOnce(dataDir, codeDir, options);
  } catch (error) {
    // Another program can take the port after the runtime chose it.
    if (!/EADDRINUSE|is in use/.test(String(error))) throw error;
    return startRuntimeOnce(dataDir, codeDir, options);
  }
}

async function startRuntimeOnce(
  dataDir: string,
  codeDir: string,
  options: readonly string[],
): Promise<RunningRuntime & { process: ChildProcess }> {
  rmSync(join(dataDir, 'runtime.json'), { force: true });
  const log = openLog(dataDir);
  const child = spawnRuntime(dataDir, codeDir, options, log);
  await waitUntilReady(child, log);
  return { dataDir, at: readDescription(dataDir), log, process: child };
}

/** Connects to the runtime that already runs on this folder. */
export const attachToRuntime = (dataDir: string): RunningRuntime => ({
  dataDir,
  at: readDescription(dataDir),
  log: openLog(dataDir),
});

/** Starts the runtime process. The runtime prints to a file because it may outlive the test file. */
function spawnRuntime(
  dataDir: string,
  codeDir: string,
  options: readonly string[],
  log: RuntimeLog,
): ChildProcess {
  const ports = ['--port', '0', '--console-port', '0', '--smtp-port', '0'];
  const args = [
    '--require',
    'tsx/cjs',
    'packages/local/src/main.ts',
    ...ports,
    '--data',
    dataDir,
    ...options,
  ];
  const output = openSync(log.file, 'a');
  // Jest gives each test file its own copy of the environment.
  const child = spawn(process.execPath, args, {
    cwd: codeDir,
    env: process.env,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  return child;
}

async function waitUntilReady(child: ChildProcess, log: RuntimeLog): Promise<void> {
  const isReady = (): boolean => log.read().includes('Carrier Nest is running');
  const failureMessage = (): string => `The runtime did not start:\n${log.read()}`;
  await waitUntil(() => isReady() || child.exitCode !== null, failureMessage);
  if (!isReady()) throw new Error(failureMessage());
}

export const readDescription = (dataDir: string): RuntimeDescription =>
  JSON.parse(readFileSync(join(dataDir, 'runtime.json'), 'utf8')) as RuntimeDescription;

function openLog(dataDir: string): RuntimeLog {
  const log = RuntimeLog.open(dataDir);
  recordLog(log);
  return log;
}

/**
 * Deletes the data of a stopped runtime. The log remains until the end of the run because the reporter may need it.
 */
export function removeDataDir({ dataDir, log }: RunningRuntime): void {
  rmSync(dataDir, { recursive: true, force: true });
  if (!runDir) rmSync(log.file, { force: true });
}

/** Makes the clock of a runtime on this folder start `offsetMs` ahead of the machine's clock. */
function storeClockOffset(dataDir: string, offsetMs: number): void {
  appendFileSync(join(dataDir, 'clock.jsonl'), `${JSON.stringify(['offsetMs', offsetMs])}\n`);
}

export const createDataDir = (): string => setClockToMorning(makeTempDir());

/**
 * Sets the clock to the morning of the tenth of a month, so that no test reaches the end of a day or a month by
 * accident.
 */
export function setClockToMorning(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true });
  const [now, today] = [Date.now(), new Date()];
  const mornings = [0, 1].map((months) =>
    Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + months, 10, 8),
  );
  storeClockOffset(dataDir, (mornings.find((morning) => morning > now) ?? now) - now);
  return dataDir;
}
