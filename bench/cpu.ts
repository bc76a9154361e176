import { readdirSync, readFileSync } from 'node:fs';
import { errorCode } from '../packages/local/src/machine/error-code';

/** Seconds of CPU since their start. */
export interface Cpu {
  /** The runtime's main thread: gateway, front, stand-ins, IAM. */
  main: number;
  /** Its other threads: the functions, garbage collection, cryptography. */
  workers: number;
  /** Of the threads of a function, by its name as far as Linux keeps it. */
  functions: ReadonlyMap<string, number>;
  /** What it started: the database engine, behind a shell. */
  engine: number;
  /** This process, which sends the requests. */
  client: number;
}

const ticksPerSecond = 100;

/** Linux keeps so much of a thread's name. */
const threadNameMax = 15;

/** Seconds of the threads of a function so far; 0 before it has any. */
export const cpuOf = (cpu: Cpu | undefined, functionName: string): number =>
  cpu?.functions.get(functionName.slice(0, threadNameMax)) ?? 0;

/** Where the CPU went, by Linux's own books; undefined on other systems. */
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

/** The process of the runtime that this one started, which started the database engine; undefined where there is no /proc. */
export const findRuntime = (): number | undefined =>
  process.platform === 'linux'
    ? childrenOf(process.pid).find((pid) => childrenOf(pid).length > 0)
    : undefined;

/** Seconds of CPU of the thread that asks, without those that collect garbage and compile for it. */
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

/** Undefined where it ended while the folder was read. */
function undefinedIfEnded<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes(errorCode(error))) return undefined;
    throw error;
  }
}

/** utime and stime of proc(5). */
function ticksOf(file: string): number {
  const fields = fieldsOf(file);
  return Number(fields[11]) + Number(fields[12]);
}

/** What follows the command's name, which may hold spaces: state, parent, … */
const fieldsOf = (file: string): string[] => readFileSync(file, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
