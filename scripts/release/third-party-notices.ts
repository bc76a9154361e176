import type { Metafile } from 'esbuild';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import root from '../../package.json';

/** The packages whose code is in the built dashboard. */
const dashboardPackages = ['@tanstack/react-query', 'react', 'react-dom', 'wouter'];

interface Manifest {
  name: string;
  version: string;
  license?: string;
  dependencies?: Record<string, string>;
}

interface InstalledPackage extends Manifest {
  dir: string;
}

/**
 * The packages from which a build contains code: those of the program, and those that the functions and the dashboard
 * may contain, with all their dependencies.
 */
export function bundledPackages(program: Metafile): InstalledPackage[] {
  const found = new Map<string, InstalledPackage>();
  for (const file of Object.values(program.outputs).flatMap(({ inputs }) => Object.keys(inputs))) {
    const [dir] = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? [];
    if (dir !== undefined) found.set(dir, readPackage(dir));
  }
  for (const name of [...Object.keys(root.dependencies), ...dashboardPackages])
    addWithDependencies(found, name, 'packages/dashboard');
  return [...found.values()].sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

function addWithDependencies(found: Map<string, InstalledPackage>, name: string, from: string): void {
  const dir = findFolder(name, from);
  if (dir === undefined || found.has(dir)) return;
  const installed = readPackage(dir);
  found.set(dir, installed);
  for (const dependency of Object.keys(installed.dependencies ?? {}))
    addWithDependencies(found, dependency, dir);
}

/** Finds the folder as Node does: in the `node_modules` of the dependent, or of a folder above. */
function findFolder(name: string, from: string): string | undefined {
  const parents = from
    .split('/')
    .map((_part, index, parts) => parts.slice(0, parts.length - index).join('/'));
  return [...parents, '.'].map((dir) => join(dir, 'node_modules', name)).find(existsSync);
}

const readPackage = (dir: string): InstalledPackage => ({
  ...(JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')) as Manifest),
  dir,
});

/** The name, version, license and license text of each package. */
export const thirdPartyNotices = (packages: readonly InstalledPackage[]): string =>
  [
    'Carrier Nest contains code of these packages, each under its own license.',
    ...packages.map(({ name, version, license, dir }) => {
      const head = `${name} ${version}\nLicense: ${license ?? 'see below'}`;
      return [head, ...licenseTexts(dir)].join('\n\n');
    }),
  ].join(`\n\n${'-'.repeat(80)}\n\n`) + '\n';

const licenseTexts = (dir: string): string[] =>
  readdirSync(dir)
    .filter((file) => /^(licen[cs]e|notice|copying)/i.test(file))
    .map((file) => readFileSync(join(dir, file), 'utf8').trim());
