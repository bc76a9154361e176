import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { folder } from './folder.ts';

/** How Node runs the local runtime. The options of the runtime follow `args`. */
export interface RuntimeProgram {
  args: readonly string[];
  cwd: string;
}

/**
 * Finds the runtime in a clone of the repository, or in the package `carrier-nest`. Looks for the package in the project
 * first, so that the project chooses the version. Throws if the package is not installed.
 */
export function findProgram(clone: string | undefined): RuntimeProgram {
  if (clone) return { args: ['--require', 'tsx/cjs', 'packages/local/src/main.ts'], cwd: resolve(clone) };
  const manifestFile = findManifest();
  const { bin } = JSON.parse(readFileSync(manifestFile, 'utf8')) as { bin: Record<string, string> };
  return { args: [join(dirname(manifestFile), bin['carrier-nest'] ?? ''), 'dev'], cwd: process.cwd() };
}

function findManifest(): string {
  const { resolve: resolvePath } = createRequire(join(process.cwd(), 'package.json'));
  try {
    return resolvePath('carrier-nest/package.json', { paths: [process.cwd(), folder] });
  } catch (error) {
    throw new Error(
      'The local runtime is not installed. Run `npm install --save-dev carrier-nest`, or name a clone of the repository in CARRIER_NEST_CLONE',
      { cause: error },
    );
  }
}
