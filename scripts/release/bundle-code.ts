import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildCode } from '../../lib/bundling/bundles';
import { codeDir, functionsDir, ingressDir, originFunctionFile } from '../../lib/bundling/code-folders';
import { entryPoints } from '../../lib/bundling/entry-points';

/** Builds the code that the stacks deploy into the folder CARRIER_NEST_BUILD, without intermediate results. */
async function main(): Promise<void> {
  await buildCode(entryPoints());
  const deployed = [functionsDir, ingressDir, originFunctionFile];
  for (const path of readdirSync(codeDir).map((name) => join(codeDir, name)))
    if (!deployed.includes(path)) rmSync(path, { recursive: true });
}

void main();
