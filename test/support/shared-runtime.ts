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

/** Test files move the clock on; one that begins before then meets no end of a day. */
const startHourMax = 18;

/** Some jump through days; one that begins until then meets no end of a month unawares. */
const startDayMax = 25;

/**
 * The runtime that the files of this Jest worker use one after another. The first one starts it. Those that jump
 * through days have one for themselves: what waits in the other would fall due.
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
  // The file that started it ends before it does.
  started.process.unref();
  return started;
}

/** Whether it runs: a test may have taken it down. */
async function isUsable(dataDir: string): Promise<boolean> {
  if (!existsSync(join(dataDir, 'runtime.json'))) return false;
  const response = await fetch(`${readDescription(dataDir).console}/control/clock`).catch(() => undefined);
  if (!response) return false;
  const { now } = (await response.json()) as { now: string };
  const clock = new Date(now);
  return clock.getUTCHours() < startHourMax && clock.getUTCDate() <= startDayMax;
}

/** One that was killed may still have its database engine, until the shell around that has noticed. */
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

/** Whether there was a process to tell; 0 tells it nothing. */
function sendSignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
