import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runDir } from './run/run-dir';
import {
  setClockToMorning,
  readDescription,
  attachToRuntime,
  startRuntime,
  type RunningRuntime,
} from './runtime';

/** Test files move the clock. A test file that starts before this hour does not reach the end of the day. */
const startHourMax = 18;

/**
 * Some test files move the clock by days. A test file that starts by this day does not reach the end of the month by
 * accident.
 */
const startDayMax = 25;

/**
 * Returns the runtime that the test files of this Jest worker share. The first test file starts the runtime. Test
 * files that move the clock by days use a separate runtime, so that pending work in the first runtime does not become
 * due.
 */
export async function acquireSharedRuntime({
  timeTravels,
}: {
  timeTravels: boolean;
}): Promise<RunningRuntime> {
  if (!runDir) throw new Error('Only test files that Jest runs share a runtime');
  const dataDir = join(runDir, `worker-${process.env['JEST_WORKER_ID']}${timeTravels ? '-travels' : ''}`);
  if (await isUsable(dataDir)) return attachToRuntime(dataDir);

  await discardRuntime(dataDir);
  const started = await startRuntime(setClockToMorning(dataDir));
  // The runtime outlives the test file that started it.
  started.process.unref();
  return started;
}

/** Returns whether the runtime still runs and its clock is early enough. A test may have stopped the runtime. */
async function isUsable(dataDir: string): Promise<boolean> {
  if (!existsSync(join(dataDir, 'runtime.json'))) return false;
  const response = await fetch(`${readDescription(dataDir).console}/control/clock`).catch(() => undefined);
  if (!response) return false;
  const { now } = (await response.json()) as { now: string };
  const clock = new Date(now);
  return clock.getUTCHours() < startHourMax && clock.getUTCDate() <= startDayMax;
}

/** Stops the processes of a runtime. The database engine of a killed runtime runs until its shell notices. */
async function discardRuntime(dataDir: string): Promise<void> {
  for (const name of ['runtime.pid', 'engine.pid']) await terminateProcess(join(dataDir, name));
  rmSync(dataDir, { recursive: true, force: true });
}

async function terminateProcess(pidFile: string): Promise<void> {
  if (!existsSync(pidFile)) return;
  const pid = Number(readFileSync(pidFile, 'utf8'));
  sendSignal(pid, 'SIGTERM');
  while (sendSignal(pid, 0)) await sleep(50);
}

/** Sends the signal and returns whether the process exists. Signal 0 only checks for existence. */
function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
