import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeTempDir } from './run/run-dir';

/** Returns the tarballs of the packages. esbuild does not run in Jest, so a script builds them. */
export function packTarballs(...names: string[]): string[] {
  const args = ['--import', 'tsx', 'scripts/pack.ts', ...names];
  const output = execFileSync(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  return output.toString().trim().split('\n');
}

export function packTarball(name: string): string {
  const [tarball] = packTarballs(name);
  if (!tarball) throw new Error(`The release has no package ${name}`);
  return tarball;
}

/** Installs the packages, from npm's cache if it has them, into an otherwise empty project. Returns its folder. */
export function installPackages(packages: readonly string[], project = makeTempDir()): string {
  const manifest = join(project, 'package.json');
  if (!existsSync(manifest)) writeFileSync(manifest, '{"private":true}');
  const options = ['--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['install', ...options, ...packages], { cwd: project, stdio: 'inherit' });
  return project;
}
