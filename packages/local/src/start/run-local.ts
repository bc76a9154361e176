import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { lockDataDir, watchDataDir } from '../machine/data-dir';
import { refuseTakenPorts } from '../machine/ports';
import { StartError } from '../machine/start-error';
import { banner } from './banner';
import type { Distribution } from './distribution';
import type { Options } from './options';
import { startRuntime, type Runtime } from './runtime';
import { seed } from './seed';
import { suggestCommand } from './suggest-command';

/** Starts the runtime, which runs until a signal stops it. Throws `StartError` if the user can fix why it does not start. */
export async function runLocal(options: Options, { loadStacks }: Distribution): Promise<void> {
  // Other users of this machine must not read keys and mail.
  process.umask(0o077);
  const unlock = lockDataDir(options.dataDir, { isFresh: options.fresh });
  await refuseTakenPorts({
    '--port': options.port,
    '--console-port': options.consolePort,
    '--smtp-port': options.smtpPort,
  });

  // Programs wait for runtime.json, so they must not find the file of an earlier run.
  rmSync(join(options.dataDir, 'runtime.json'), { force: true });

  const runtime = await startRuntime(options, loadStacks);
  stopOnSignals(runtime, unlock);
  watchDataDir(options.dataDir, () => exitOnDataLoss(options.dataDir));
  const description = { ...runtime.addresses, ...(await seed(runtime, options)) };
  runtime.openDashboard(description);
  // The file contains an API key, so only its owner may read it.
  const text = `${JSON.stringify(description, null, 2)}\n`;
  writeFileSync(join(options.dataDir, 'runtime.json'), text, { mode: 0o600 });
  if (!options.quiet) process.stdout.write(banner(description, options));
}

/** The text for the terminal. It suggests the command with the arguments of this process and other options. */
export function describeStartError(error: unknown, command: string): string {
  if (!(error instanceof StartError)) return inspect(error);
  const { message, suggestedOptions } = error;
  if (!suggestedOptions) return message;
  return `${message}: ${suggestCommand(command, process.argv.slice(2), suggestedOptions)}`;
}

/** Exits, because a runtime without its data folder would lose all later data. */
function exitOnDataLoss(dataDir: string): never {
  process.stderr.write(
    `The data folder ${dataDir} was deleted or replaced, and its data is lost. Start the runtime again\n`,
  );
  return process.exit(1);
}

const stopTimeoutMs = 4_500;

function stopOnSignals(runtime: Runtime, unlock: () => void): void {
  const exit = (): never => {
    unlock();
    return process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      setTimeout(exit, stopTimeoutMs).unref();
      void runtime.stop().finally(exit);
    });
  }
}
