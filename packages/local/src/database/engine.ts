import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { connect, Socket } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '../machine/ports';
import { findEngine, type EngineName, type EngineProgram } from './find-engine';
import { killOrphanedEngine, deleteEnginePid, writeEnginePid } from './engine-pid';

export interface EngineOptions {
  dataDir: string;
  /** Keeps all data in memory. */
  memory: boolean;
  /** The engine to use. The default is the first engine that this machine can run. */
  engine?: EngineName;
  /** Called when the engine exits and `stop` was not called. */
  onExit?: (message: string) => void;
}

export interface Engine {
  name: EngineName;
  endpoint: string;
  stop(): Promise<void>;
}

const attemptsMax = 3;
const readyTimeoutMs = 15_000;

/** Starts the database engine. The engine exits with this process, even if this process is killed. */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  const dataDir = resolve(options.dataDir);
  mkdirSync(dataDir, { recursive: true });
  const program = findEngine({ dataDir: options.memory ? undefined : dataDir }, options.engine);
  if (!options.memory) await killOrphanedEngine(dataDir);

  const { child, port } = await startOnFreePort(program);
  if (!options.memory) await saveEnginePid(dataDir, child);
  child.stdout?.resume();
  unrefChild(child);
  let stopping = false;
  child.once('exit', (code) => {
    if (!stopping) options.onExit?.(`The database engine (${program.name}) exited with code ${code}`);
  });
  return {
    name: program.name,
    endpoint: `http://127.0.0.1:${port}`,
    stop: async () => {
      stopping = true;
      await stopChild(child);
      if (!options.memory) deleteEnginePid(dataDir);
    },
  };
}

/**
 * The engines cannot choose and report a port, so the runtime picks one. If another process takes the port first, the
 * runtime tries another port.
 */
async function startOnFreePort(program: EngineProgram): Promise<{ child: ChildProcess; port: number }> {
  const output: string[] = [];
  for (let attempts = 0; attempts < attemptsMax; attempts += 1) {
    const port = await findFreePort();
    const child = spawnWithWatchdog(program.command(port));
    child.stderr?.on('data', (chunk) => output.push(String(chunk)));
    if (await isReady(child, port)) return { child, port };
    await stopChild(child);
  }
  throw new Error(`The database engine (${program.name}) did not start:\n${output.join('')}`);
}

/**
 * Runs the engine under a shell, which prints the engine's pid. When this process dies, even by SIGKILL, the pipe to
 * the shell closes, `cat` returns, and the shell kills the engine.
 */
const watchdogScript =
  'exec 3<&0; "$@" 3<&- & engine=$!; echo $engine; { cat <&3 >/dev/null; kill $engine; } & wait $engine';

function spawnWithWatchdog(command: string[]): ChildProcess {
  // Use a separate process group, because Ctrl-C must not stop the database before the functions that use it.
  return spawn('sh', ['-c', watchdogScript, 'engine', ...command], {
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
}

async function saveEnginePid(dataDir: string, child: ChildProcess): Promise<void> {
  const line: unknown = child.stdout?.read() ?? (child.stdout && (await once(child.stdout, 'data'))[0]);
  writeEnginePid(dataDir, Number.parseInt(String(line), 10));
}

async function isReady(child: ChildProcess, port: number): Promise<boolean> {
  const giveUpAt = Date.now() + readyTimeoutMs;
  while (Date.now() < giveUpAt && child.exitCode === null) {
    if (await acceptsConnections(port)) return true;
    await sleep(5);
  }
  return false;
}

/** Lets a program exit without stopping the engine. The engine exits with the program. */
function unrefChild(child: ChildProcess): void {
  child.unref();
  for (const stream of child.stdio) if (stream instanceof Socket) stream.unref();
}

function acceptsConnections(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const finish = (accepted: boolean) => {
      socket.destroy();
      resolve(accepted);
    };
    socket.once('connect', () => finish(true)).once('error', () => finish(false));
  });
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.ref();
  const exited = once(child, 'exit');
  child.stdin?.end();
  await exited;
}
