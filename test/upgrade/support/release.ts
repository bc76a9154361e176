import { spawnSync } from 'node:child_process';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  symlinkSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { makeTempDir } from '../../support/run/run-dir';
import releases from '../releases.json';

interface Release {
  version: string;
  commit: string;
  /** The kinds of records that a later release introduced. */
  missingKinds: string[];
  /**
   * The kinds of records that the release replaces instead of updating. After a rollback, these records can lose
   * attributes that later releases added, so later releases must do without these attributes.
   */
  replacedRecords: string[];
}

/** The release that the next release replaces. */
export const previousRelease = newestRelease();

/** Writes the code of the previous release to a new folder, with the dependencies of that release. */
export function checkOutPreviousRelease(): { codeDir: string } {
  const { version, commit } = previousRelease;
  const codeDir = makeTempDir();
  extractCommit(commit, version, codeDir);
  const changed = findChangedDependencies(codeDir);
  if (changed.length === 0) linkInstalledDependencies(codeDir);
  else installDependencies(codeDir, version, changed);
  return { codeDir };
}

/** releases.json lists the newest release first. */
function newestRelease(): Release {
  const [release] = releases;
  if (!release) throw new Error('test/upgrade/releases.json must list a release');
  return release;
}

function extractCommit(commit: string, version: string, targetDir: string): void {
  if (spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`]).status !== 0)
    throw new Error(
      `This clone does not contain commit ${commit} of release ${version}, so the upgrade cannot be tested. Fetch all commits: git fetch --unshallow`,
    );
  const archive = join(targetDir, 'release.tar');
  run('git', ['archive', '--output', archive, commit], '.');
  run('tar', ['-x', '-f', archive, '-C', targetDir], '.');
  const { version: found } = readJson(join(targetDir, 'package.json')) as { version: string };
  if (found !== version)
    throw new Error(`releases.json: Commit ${commit} has version ${found}, not ${version}`);
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

interface LockedPackage {
  version?: string;
  dev?: boolean;
  link?: boolean;
}

/** Returns the packages in the bundles of the release whose installed version differs. */
function findChangedDependencies(codeDir: string): string[] {
  const installed = readLock('.');
  return Object.entries(readLock(codeDir)).flatMap(([path, { version, dev, link }]) =>
    path.startsWith('node_modules/') && !dev && !link && installed[path]?.version !== version
      ? [`${path.slice('node_modules/'.length)} ${version}`]
      : [],
  );
}

const readLock = (dir: string): Record<string, LockedPackage> =>
  (readJson(join(dir, 'package-lock.json')) as { packages: Record<string, LockedPackage> }).packages;

function installDependencies(codeDir: string, version: string, changed: readonly string[]): void {
  console.info(`Release ${version} has other dependencies, which npm installs: ${changed.join(', ')}`);
  run('npm', ['ci', '--no-audit', '--no-fund', '--prefer-offline'], codeDir);
}

/** Links the installed packages. Packages of this repository are links into the folder of the release. */
function linkInstalledDependencies(codeDir: string): void {
  linkEach(resolve('node_modules'), join(codeDir, 'node_modules'));
  for (const name of readdirSync(join(codeDir, 'packages'))) {
    const nested = join('packages', name, 'node_modules');
    if (existsSync(nested)) linkEach(resolve(nested), join(codeDir, nested));
  }
}

function linkEach(sourceDir: string, targetDir: string): void {
  mkdirSync(targetDir, { recursive: true });
  for (const name of readdirSync(sourceDir)) {
    const [source, target] = [join(sourceDir, name), join(targetDir, name)];
    if (lstatSync(source).isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else if (name.startsWith('@')) linkEach(source, target);
    // Vite writes here. The release must not write to the installed packages.
    else if (name !== '.vite-temp') symlinkSync(source, target);
  }
}

function run(command: string, args: readonly string[], cwd: string): void {
  const { status, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stderr}`);
}
