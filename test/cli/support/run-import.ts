import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';

export interface CommandResult {
  exitCode: number | null;
  out: string;
  err: string;
}

export interface RunningImport {
  /** Ends the process with SIGKILL, as in a power cut. */
  kill: () => void;
  result: Promise<CommandResult>;
}

/** Starts `npm run admin -- import …` with this API key. */
export const startImport = (key: string, args: readonly string[]): RunningImport =>
  startAdmin(key, ['import', ...args]);

/** Starts `npm run admin -- …` with this API key. */
export function startAdmin(key: string, args: readonly string[]): RunningImport {
  const child = spawn(process.execPath, ['--import', 'tsx', 'packages/cli/src/main.ts', 'admin', ...args], {
    env: { ...process.env, CARRIER_NEST_KEY: key },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const outputs = Promise.all([text(child.stdout), text(child.stderr)]);
  const result = once(child, 'exit').then(async ([exitCode]) => {
    const [out, err] = await outputs;
    return { exitCode, out, err };
  });
  return { kill: () => child.kill('SIGKILL'), result };
}
