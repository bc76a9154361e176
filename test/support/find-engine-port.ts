import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns the port of the runtime's database engine. The runtime does not publish the port, but the command line of
 * the engine process contains it.
 */
export function findEnginePort(dataDir: string): string {
  const pid = readFileSync(join(dataDir, 'engine.pid'), 'utf8');
  const { stdout } = spawnSync('ps', ['-ww', '-p', pid, '-o', 'args='], { encoding: 'utf8' });
  const [, port] = /-port (\d+)/.exec(stdout) ?? [];
  if (!port) throw new Error(`No database engine has the pid ${pid}`);
  return port;
}
