import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { emptyDataDir, lockDataDir, watchDataDir } from './machine/data-dir';
import { refuseTakenPorts } from './machine/ports';
import { StartError } from './machine/start-error';
import { banner } from './start/banner';
import { help, readOptions, type Options } from './start/options';
import { startRuntime, type Runtime } from './start/runtime';
import { seed } from './start/seed';

async function main(): Promise<void> {
  const options = parseOptions();
  if (!options) return void process.stdout.write(help);
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

  const runtime = await startRuntime(options);
  stopOnSignals(runtime, unlock);
  watchDataDir(options.dataDir, () => exitOnDataLoss(options.dataDir));
  const description = { ...runtime.addresses, ...(await seed(runtime, options)) };
  runtime.openDashboard(description);
  // The file contains an API key, so only its owner may read it.
  const text = `${JSON.stringify(description, null, 2)}\n`;
  writeFileSync(join(options.dataDir, 'runtime.json'), text, { mode: 0o600 });
  if (!options.quiet) process.stdout.write(banner(description));
}

function parseOptions(): Options | undefined {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${help}`);
    return process.exit(2);
  }
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

main().catch((error: unknown) => {
  const message = error instanceof StartError ? error.message : inspect(error);
  process.stderr.write(`${message}\n`);
  process.exit(1);
});
