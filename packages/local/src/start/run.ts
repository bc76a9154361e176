import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { emptyDataDir, lockDataDir, watchDataDir } from '../machine/data-dir';
import { refuseTakenPorts } from '../machine/ports';
import { StartError } from '../machine/start-error';
import { banner } from './banner';
import type { Distribution } from './distribution';
import { helpText, readOptions, type Options } from './options';
import { startRuntime, type Runtime } from './runtime';
import { seed } from './seed';
import { suggestCommand } from './suggest-command';

/** Runs the program that starts the runtime. Exits the process if the runtime cannot start. */
export async function run(distribution: Distribution, args: readonly string[]): Promise<void> {
  const options = parseOptions(distribution, args);
  if (!options) return void process.stdout.write(helpText(distribution));
  try {
    await start(distribution, options);
  } catch (error) {
    process.stderr.write(`${describeError(error, distribution, args)}\n`);
    process.exit(1);
  }
}

function parseOptions(distribution: Distribution, args: readonly string[]): Options | undefined {
  try {
    return readOptions(args, distribution);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${message}\n\n${helpText(distribution)}`);
    return process.exit(2);
  }
}

async function start({ loadStacks }: Distribution, options: Options): Promise<void> {
  // Other users of this machine must not read keys and mail.
  process.umask(0o077);
  const unlock = lockDataDir(options.dataDir);
  await refuseTakenPorts({
    '--port': options.port,
    '--console-port': options.consolePort,
    '--smtp-port': options.smtpPort,
  });
  if (options.fresh) emptyDataDir(options.dataDir);

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
  if (!options.quiet) process.stdout.write(banner(description));
}

function describeError(error: unknown, { command }: Distribution, args: readonly string[]): string {
  if (!(error instanceof StartError)) return inspect(error);
  const { message, suggestedOptions } = error;
  return suggestedOptions ? `${message}: ${suggestCommand(command, args, suggestedOptions)}` : message;
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
