import { readdirSync, readFileSync } from 'node:fs';
import { errorCode } from '../packages/local/src/machine/error-code';

/** The CPU time of each part in seconds since the part started. */
export interface Cpu {
  /** The runtime's main thread: gateway, AWS endpoint, simulated AWS services and IAM. */
  main: number;
  /** The runtime's other threads: functions, garbage collection and cryptography. */
  workers: number;
  /** The time of each function's threads, by thread name. Linux truncates the names. */
  functions: ReadonlyMap<string, number>;
  /** The child processes of the runtime: the database engine and the shell that runs it. */
  engine: number;
  /** This process, which sends the requests. */
  client: number;
}

const ticksPerSecond = 100;

/** Linux truncates thread names to this length. */
const threadNameMax = 15;

/** CPU seconds of the threads of a function; 0 if the function has no thread. */
export const cpuOf = (cpu: Cpu | undefined, functionName: string): number =>
  cpu?.functions.get(functionName.slice(0, threadNameMax)) ?? 0;

/** Reads the CPU times from Linux's /proc; undefined on other systems. */
export function readCpu(): Cpu | undefined {
  const runtime = findRuntime();
  if (runtime === undefined) return undefined;
  const main = ticksOf(`/proc/${runtime}/task/${runtime}/stat`);
  const engine = descendantsOf(runtime).reduce((sum, pid) => sum + ticksOf(`/proc/${pid}/stat`), 0);
  const { user, system } = process.cpuUsage();
  return {
    main: main / ticksPerSecond,
    workers: (ticksOf(`/proc/${runtime}/stat`) - main) / ticksPerSecond,
    functions: functionsOf(runtime),
    engine: engine / ticksPerSecond,
    client: (user + system) / 1_000_000,
  };
}

/**
 * Finds the runtime: the child of this process that has child processes itself, such as the database engine. Returns
 * undefined without /proc.
 */
export const findRuntime = (): number | undefined =>
  process.platform === 'linux'
    ? childrenOf(process.pid).find((pid) => childrenOf(pid).length > 0)
    : undefined;

/** CPU seconds of the calling thread, without the threads that collect its garbage and compile its code. */
export const readThreadCpu = (): number =>
  process.platform === 'linux'
    ? ticksOf('/proc/thread-self/stat') / ticksPerSecond
    : (process.cpuUsage().user + process.cpuUsage().system) / 1e6;

function functionsOf(runtime: string | number): Map<string, number> {
  const seconds = new Map<string, number>();
  for (const thread of readdirSync(`/proc/${runtime}/task`)) {
    const threadDir = `/proc/${runtime}/task/${thread}`;
    undefinedIfEnded(() => {
      const name = readFileSync(`${threadDir}/comm`, 'utf8').trim();
      seconds.set(name, (seconds.get(name) ?? 0) + ticksOf(`${threadDir}/stat`) / ticksPerSecond);
    });
  }
  return seconds;
}

const descendantsOf = (pid: number): number[] =>
  childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)]);

function childrenOf(pid: number): number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry) && parentOf(entry) === pid)
    .map(Number);
}

const parentOf = (pid: string): number | undefined =>
  undefinedIfEnded(() => Number(fieldsOf(`/proc/${pid}/stat`)[1]));

/** Returns undefined if the process or thread ended during the read. */
function undefinedIfEnded<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes(errorCode(error))) return undefined;
    throw error;
  }
}

/** The sum of utime and stime of proc(5). */
function ticksOf(file: string): number {
  const fields = fieldsOf(file);
  return Number(fields[11]) + Number(fields[12]);
}

/** The fields after the command name, which may contain spaces: state, parent, … */
const fieldsOf = (file: string): string[] => readFileSync(file, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
