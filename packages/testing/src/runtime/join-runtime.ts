import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RuntimeProgram } from './find-program.ts';
import { folder } from './folder.ts';

/** The part of `runtime.json` that the package needs. */
export interface RuntimeDescription {
  api: string;
  console: string;
}

/** A connection that keeps the runtime running. */
export interface RuntimeConnection {
  runtime: RuntimeDescription;
  close(): void;
}

interface JoinOptions {
  program: RuntimeProgram;
  /** The folder for the socket and the data of the runtime. Runtimes in different folders are independent. */
  runtimeDir: string;
  timeoutMs: number;
  /** How long the runtime waits for the next user after the last one has left. */
  lingerMs: number;
}

const retryPauseMs = 10;

/**
 * Connects to the runtime of the folder, and starts the runtime if it does not run. If several processes start it at
 * the same time, one of the runtimes stays and the others exit with code 0.
 */
export async function joinRuntime(options: JoinOptions): Promise<RuntimeConnection> {
  const socketPath = socketPathOf(options.runtimeDir);
  const giveUpAt = performance.now() + options.timeoutMs;
  let start: RuntimeStart | undefined;
  for (;;) {
    const connection = await connectToRuntime(socketPath, giveUpAt - performance.now());
    if (connection) return connection;
    if (performance.now() > giveUpAt) throw startError(`in ${options.timeoutMs} ms`, start);
    if (start?.child.exitCode) throw startError(`and exited with code ${start.child.exitCode}`, start);
    if (!start || hasExited(start.child)) start = startRuntime(options, socketPath);
    await sleep(retryPauseMs);
  }
}

/** A Unix socket in the folder. Windows has named pipes instead. */
const socketPathOf = (runtimeDir: string): string =>
  process.platform === 'win32'
    ? `\\\\.\\pipe\\${runtimeDir.replace(/[\\/:]/g, '-')}`
    : join(runtimeDir, 'socket');

/** Resolves to undefined if there is no runtime, or if the runtime stops or takes too long before it is ready. */
function connectToRuntime(socketPath: string, timeoutMs: number): Promise<RuntimeConnection | undefined> {
  return new Promise((resolve) => {
    const socket = connect(socketPath).setEncoding('utf8');
    const timer = setTimeout(() => socket.destroy(), timeoutMs);
    let line = '';
    socket.on('data', (chunk: string) => {
      line += chunk;
      if (!line.endsWith('\n')) return;
      clearTimeout(timer);
      // A program that forgets to stop the runtime can exit.
      socket.unref();
      resolve({ runtime: JSON.parse(line) as RuntimeDescription, close: () => closeSocket(socket) });
    });
    // There is no socket, or the runtime that had it was killed.
    socket.on('error', () => undefined);
    socket.once('close', () => {
      clearTimeout(timer);
      resolve(undefined);
    });
  });
}

const closeSocket = (socket: Socket): void => void socket.destroy();

interface RuntimeStart {
  child: ChildProcess;
  logFile: string;
}

function startRuntime({ program, runtimeDir, lingerMs }: JoinOptions, socketPath: string): RuntimeStart {
  const dataDir = mkdtempSync(join(runtimeDir, 'runtime-'));
  const logFile = `${dataDir}.log`;
  const log = openSync(logFile, 'a');
  const ports = ['--port', '0', '--console-port', '0', '--smtp-port', '0'];
  const keep = ['--require', join(folder, 'keep-runtime.cjs')];
  const child = spawn(
    process.execPath,
    [...keep, ...program.args, '--memory', '--quiet', ...ports, '--data', dataDir],
    {
      cwd: program.cwd,
      env: runtimeEnv({ socketPath, dataDir, lingerMs }),
      stdio: ['ignore', log, log],
      // Ctrl-C signals the whole process group, but the runtime stops when its users have stopped.
      detached: true,
    },
  );
  closeSync(log);
  child.unref();
  return { child, logFile };
}

/** Leaves out the options of the test runner for its own Node processes, such as loaders and coverage. */
function runtimeEnv(settings: object): NodeJS.ProcessEnv {
  const env = { ...process.env, CARRIER_NEST_KEEP: JSON.stringify(settings) };
  return { ...env, NODE_OPTIONS: undefined, NODE_V8_COVERAGE: undefined };
}

const hasExited = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null;

function startError(what: string, start: RuntimeStart | undefined): Error {
  const output = start ? readFileSync(start.logFile, 'utf8').trim() : '';
  return new Error(`The local runtime did not become ready ${what}. Its output:\n${output || '(none)'}`);
}
