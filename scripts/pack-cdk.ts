import { execFileSync } from 'node:child_process';
import { cpSync, readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { buildOnce } from '../packages/local/src/machine/build-once';
import { codeInputs } from '../packages/local/src/template/synthesize';
import { buildCdk } from './release/cdk';

const packagedFiles = ['package.json', 'README.md', 'LICENSE'].map((name) => join('packages/cdk', name));

/** Packs @carrier-nest/cdk, unless the same sources were already packed, and prints the path of the tarball. */
async function main(): Promise<void> {
  const dir = await buildOnce(
    '.build/cdk-package',
    [...codeInputs, ...packagedFiles, 'scripts/release'],
    packInto,
  );
  process.stdout.write(`${resolve(dir, expectTarball(dir))}\n`);
}

async function packInto(workDir: string): Promise<void> {
  const folder = join(workDir, 'package');
  for (const file of packagedFiles) cpSync(file, join(folder, basename(file)));
  await buildCdk(join(folder, 'dist'));
  execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', '..'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

function expectTarball(dir: string): string {
  const name = readdirSync(dir).find((file) => file.endsWith('.tgz'));
  if (!name) throw new Error(`npm pack created no tarball in ${dir}`);
  return name;
}

void main();
