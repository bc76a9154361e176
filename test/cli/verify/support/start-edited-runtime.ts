import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readOptions } from '../../../../packages/local/src/start/options';
import { startRuntime } from '../../../../packages/local/src/start/runtime';
import { seed } from '../../../../packages/local/src/start/seed';
import { synthesize, type Synthesis } from '../../../../packages/local/src/template/synthesize';
import { makeTempDir } from '../../../support/run/run-dir';

interface Edits {
  /** Removes the resources whose logical ID matches. */
  without?: RegExp;
  /** Replaces environment variables of all functions. */
  environment?: Record<string, string>;
}

interface EditedRuntime {
  at: { api: string; console: string; key: string };
  stop: () => Promise<void>;
}

/** Starts a runtime in this process whose templates lack some resources, as after a manual change in an account. */
export async function startEditedRuntime(edits: Edits): Promise<EditedRuntime> {
  const dataDir = makeTempDir();
  const ports = { port: '0', 'console-port': '0', 'smtp-port': '0' };
  const options = readOptions({ ...ports, data: dataDir, quiet: true }, { dataDir });
  const runtime = await startRuntime(options, async () => edit(await synthesize(), edits));
  const { key } = await seed(runtime, options);
  return { at: { ...runtime.addresses, key }, stop: () => runtime.stop() };
}

function edit(synthesis: Synthesis, { without, environment = {} }: Edits): Synthesis {
  const assembly = makeTempDir();
  for (const name of readdirSync(synthesis.assembly)) {
    const [from, to] = [resolve(synthesis.assembly, name), join(assembly, name)];
    if (without && name.endsWith('.template.json')) removeResources(from, to, without);
    else symlinkSync(from, to);
  }
  return { ...synthesis, assembly, environment };
}

function removeResources(from: string, to: string, without: RegExp): void {
  const template = JSON.parse(readFileSync(from, 'utf8')) as { Resources?: Record<string, unknown> };
  const kept = Object.entries(template.Resources ?? {}).filter(([id]) => !without.test(id));
  writeFileSync(to, JSON.stringify({ ...template, Resources: Object.fromEntries(kept) }));
}
