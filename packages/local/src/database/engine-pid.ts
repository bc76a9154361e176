import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { errorCode } from '../machine/error-code';

const pidFile = (dataDir: string) => join(dataDir, 'engine.pid');

export function writeEnginePid(dataDir: string, pid: number): void {
  writeFileSync(pidFile(dataDir), String(pid));
}

export function deleteEnginePid(dataDir: string): void {
  rmSync(pidFile(dataDir), { force: true });
}

/** Kills an engine that outlived its runtime, so that two engines never write to one database. */
export async function killOrphanedEngine(dataDir: string): Promise<void> {
  if (!existsSync(pidFile(dataDir))) return;
  const pid = Number(readFileSync(pidFile(dataDir), 'utf8'));
  // The operating system may have given the pid to another program.
  if (isEngineOf(pid, dataDir)) {
    kill(pid);
    for (let attempts = 0; attempts < 100 && isEngineOf(pid, dataDir); attempts += 1) await sleep(20);
  }
  deleteEnginePid(dataDir);
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // The engine exited between the check and the signal.
    if (errorCode(error) !== 'ESRCH') throw error;
  }
}

function isEngineOf(pid: number, dataDir: string): boolean {
  if (!Number.isInteger(pid) || pid <= 1) return false;
  const { stdout } = spawnSync('ps', ['-ww', '-p', String(pid), '-o', 'args='], { encoding: 'utf8' });
  return /dynoxide|DynamoDBLocal/.test(stdout) && stdout.includes(dataDir);
}
