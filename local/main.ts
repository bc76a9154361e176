import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { banner } from './banner';
import { help, readOptions, type Options } from './options';
import { startRuntime, type Runtime } from './runtime';
import { seed } from './seed';

async function main(): Promise<void> {
  const options = parse();
  if (!options) return void process.stdout.write(help);
  if (options.fresh) rmSync(options.dataDir, { recursive: true, force: true });

  const runtime = await startRuntime(options);
  stopOnSignals(runtime);
  const description = { ...runtime.addresses, ...(await seed(runtime, options)) };
  writeFileSync(join(options.dataDir, 'runtime.json'), `${JSON.stringify(description, null, 2)}\n`);
  if (!options.quiet) process.stdout.write(banner(description));
}

function parse(): Options | undefined {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${help}`);
    return process.exit(2);
  }
}

function stopOnSignals(runtime: Runtime): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      void runtime.stop().finally(() => process.exit(0));
    });
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
});
