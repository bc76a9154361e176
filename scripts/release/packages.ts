import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import root from '../../package.json';
import { fingerprintFiles } from '../../packages/local/src/machine/fingerprint-files';
import { synthesize } from '../../packages/local/src/template/synthesize';
import { buildSdk } from '../sdk/build';
import { buildCarrierNest } from './carrier-nest';
import { buildCdk } from './cdk';

export interface PublishedPackage {
  name: string;
  /** Files and folders that determine the content of the package. */
  inputs: readonly string[];
  /** Builds the package, and returns the folder to pack. `workDir` is a folder for files of the build. */
  build: (workDir: string) => string | Promise<string>;
  /** Whether programs import the package. */
  isLibrary: boolean;
}

/** A package that its own `build.mjs` builds. */
const library = (folder: string, isLibrary = true): PublishedPackage => {
  const dir = `packages/${folder}`;
  return {
    name: `@carrier-nest/${folder}`,
    inputs: [
      ...['src', 'examples', 'build.mjs', 'package.json', 'tsconfig.json', 'README.md', 'LICENSE'].map(
        (name) => `${dir}/${name}`,
      ),
      'scripts/compile-package.mjs',
      'packages/sdk/src',
    ],
    build: () => {
      buildLibrary(dir);
      return dir;
    },
    isLibrary,
  };
};

function buildLibrary(dir: string): void {
  // The other packages refer to the built SDK.
  buildSdk();
  if (dir !== 'packages/sdk') execFileSync(process.execPath, [`${dir}/build.mjs`], { stdio: 'inherit' });
}

const testing = library('testing');

/**
 * Adds the dependency on the package `carrier-nest`. In the workspace, npm would look for it in the registry, because
 * the package is built from several folders.
 */
function buildTesting(workDir: string): string {
  buildLibrary('packages/testing');
  const dir = join(workDir, 'testing');
  for (const name of ['dist', 'examples', 'README.md', 'LICENSE'])
    cpSync(join('packages/testing', name), join(dir, name), { recursive: true });
  const { dependencies, ...manifest } = JSON.parse(readFileSync('packages/testing/package.json', 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const published = { ...manifest, dependencies: { ...dependencies, 'carrier-nest': root.version } };
  writeFileSync(join(dir, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
  return dir;
}

/** The packages of a release, in the order in which they are published. */
const publishedPackages: readonly PublishedPackage[] = [
  library('sdk'),
  library('mcp', false),
  {
    name: 'carrier-nest',
    inputs: [
      'packages/cli',
      'packages/local/src',
      'scripts/release',
      'scripts/ensure-node.mjs',
      'docs',
      'package.json',
      'LICENSE',
    ],
    build: async (workDir) => {
      const dir = join(workDir, 'carrier-nest');
      await buildCarrierNest(dir);
      return dir;
    },
    isLibrary: false,
  },
  { ...testing, build: buildTesting },
  {
    name: '@carrier-nest/cdk',
    inputs: ['packages/cdk', 'scripts/release'],
    build: async (workDir) => {
      const dir = join(workDir, 'cdk');
      await buildCdk(dir);
      return dir;
    },
    isLibrary: true,
  },
];

const tarballsDir = '.build/packages';

/** Returns the tarballs of the packages. Builds and packs those whose inputs have changed. */
export async function packPackages(names: readonly string[]): Promise<string[]> {
  const tarballs: string[] = [];
  for (const published of publishedPackages.filter(({ name }) => names.includes(name)))
    tarballs.push(await pack(published));
  return tarballs;
}

async function pack({ name, inputs, build }: PublishedPackage): Promise<string> {
  // The stacks have a folder for each state of their sources.
  const { assembly } = await synthesize();
  const fingerprint = fingerprintFiles([...inputs, join(assembly, 'manifest.json')]);
  const tarball = resolve(tarballsDir, `${fileNameOf(name)}-${fingerprint}.tgz`);
  deleteOthers(tarball);
  if (existsSync(tarball)) return tarball;
  const workDir = `${tarball}.${process.pid}`;
  mkdirSync(workDir, { recursive: true });
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', workDir];
  const output = execFileSync('npm', args, { cwd: await build(workDir) });
  const [{ filename }] = JSON.parse(output.toString()) as [{ filename: string }];
  renameSync(join(workDir, filename), tarball);
  rmSync(workDir, { recursive: true });
  return tarball;
}

/** Deletes the tarballs of earlier states of the package. */
function deleteOthers(tarball: string): void {
  const [dir, file] = [dirname(tarball), basename(tarball)];
  const isOther = (name: string) => name !== file && withoutFingerprint(name) === withoutFingerprint(file);
  if (!existsSync(dir)) return;
  for (const name of readdirSync(dir).filter(isOther)) rmSync(join(dir, name));
}

const withoutFingerprint = (file: string): string => file.replace(/-[0-9a-f]{16}\.tgz$/, '.tgz');

/** npm's name of a tarball: `@carrier-nest/sdk` is packed as `carrier-nest-sdk-1.0.0.tgz`. */
const fileNameOf = (name: string): string => name.replace(/^@/, '').replace('/', '-');

/** Copies the tarballs of all packages into the folder, with the names that npm gives them. */
export async function packRelease(outDir: string, version: string): Promise<string[]> {
  const tarballs = await packPackages(publishedPackages.map(({ name }) => name));
  return tarballs.map((tarball, index) => {
    const file = join(outDir, `${fileNameOf(publishedPackages[index]?.name ?? '')}-${version}.tgz`);
    copyFileSync(tarball, file);
    return file;
  });
}
