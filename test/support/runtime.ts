import { spawn, type ChildProcess } from 'node:child_process';
import { appendFileSync, closeSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { aFolder, noteLog, runDir } from './run/run-folder';
import { Log } from './runtime-log';
import { until } from './until';

/** What `runtime.json` says. */
export interface Description {
  api: string;
  console: string;
  smtp: { host: string; port: number };
  aws: { endpoint: string; access_key_id: string };
  dns: string;
  workspace: { id: string; name: string };
  key: string;
  domains: { transactional: string; marketing: string };
}

/** A runtime as somebody uses it. Who started it knows its process. */
export interface Running {
  dataDir: string;
  at: Description;
  log: Log;
  process?: ChildProcess;
}

/** Starts the runtime; on a folder of an earlier one it goes on from there. */
export async function startRuntime(dataDir: string): Promise<Running & { process: ChildProcess }> {
  try {
    return await startOnce(dataDir);
  } catch (error) {
    // Between its choice of a free port and its use of it, another program took it.
    if (!/EADDRINUSE|is in use/.test(String(error))) throw error;
    return startOnce(dataDir);
  }
}

async function startOnce(dataDir: string): Promise<Running & { process: ChildProcess }> {
  rmSync(join(dataDir, 'runtime.json'), { force: true });
  const log = logFrom(dataDir);
  const child = spawnRuntime(dataDir, log);
  await untilReady(child, log);
  return { dataDir, at: descriptionOf(dataDir), log, process: child };
}

/** What the runtime on this folder does already, as a test file finds it. */
export const runningOn = (dataDir: string): Running => ({
  dataDir,
  at: descriptionOf(dataDir),
  log: logFrom(dataDir),
});

/** It prints into a file, for it may outlive the test file that starts it. */
function spawnRuntime(dataDir: string, log: Log): ChildProcess {
  const ports = ['--port', '0', '--console-port', '0', '--smtp-port', '0'];
  const args = ['--require', 'tsx/cjs', 'packages/local/src/main.ts', ...ports, '--data', dataDir];
  const output = openSync(log.file, 'a');
  const child = spawn(process.execPath, args, { stdio: ['ignore', output, output] });
  closeSync(output);
  return child;
}

async function untilReady(child: ChildProcess, log: Log): Promise<void> {
  const isRunning = (): boolean => log.read().includes('Carrier Nest is running');
  const complaint = (): string => `The runtime did not start:\n${log.read()}`;
  await until(() => isRunning() || child.exitCode !== null, complaint);
  if (!isRunning()) throw new Error(complaint());
}

export const descriptionOf = (dataDir: string): Description =>
  JSON.parse(readFileSync(join(dataDir, 'runtime.json'), 'utf8')) as Description;

function logFrom(dataDir: string): Log {
  const log = Log.of(dataDir);
  noteLog(log);
  return log;
}

/** Nothing of a runtime that ended is left; the log of a test file goes with its run, for it may be asked for. */
export function removeFolder({ dataDir, log }: Running): void {
  rmSync(dataDir, { recursive: true, force: true });
  if (!runDir) rmSync(log.file, { force: true });
}

/** The clock of a service in this folder starts so far ahead of the machine's. */
function keepOffset(dataDir: string, offsetMs: number): void {
  appendFileSync(join(dataDir, 'clock.jsonl'), `${JSON.stringify(['offsetMs', offsetMs])}\n`);
}

export const aDataFolder = (): string => atMorning(aFolder());

/** Its clock shows the morning of a tenth: no test meets the end of a day or of a month unawares. */
export function atMorning(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true });
  const [now, today] = [Date.now(), new Date()];
  const mornings = [0, 1].map((months) =>
    Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + months, 10, 8),
  );
  keepOffset(dataDir, (mornings.find((morning) => morning > now) ?? now) - now);
  return dataDir;
}
