import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { version } from '../package.json';
import { findReleaseProblems } from './release/find-problems';
import { packRelease } from './release/packages';
import { writeSbom } from './release/sbom';

/** `npm run release` writes the tarballs, the SBOM and the checksums here. */
const outDir = resolve('.build/release');

/**
 * Implements `npm run release -- [--tag vX.Y.Z]`: builds, packs and tests all published packages, and writes the SBOM.
 * Only .github/workflows/release.yml publishes.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { tag: { type: 'string' } } });
  const problems = findReleaseProblems(values.tag);
  if (problems.length > 0) {
    process.stderr.write(`${problems.join('\n')}\n`);
    process.exitCode = 1;
    return;
  }
  rmSync(outDir, { recursive: true, force: true });
  mkdirSync(outDir, { recursive: true });
  announce('Building and packing the packages');
  const tarballs = await packRelease(outDir, version);
  announce('Testing the tarballs');
  execFileSync('npm', ['test', '--', ...tarballTests], { stdio: 'inherit' });
  announce('Writing the SBOM and the checksums');
  writeSbom(tarballs, join(outDir, 'sbom.cdx.json'));
  writeChecksums();
  announce(`The release is in ${outDir}. Nothing was published`);
}

/** The tests that install the tarballs into empty folders. */
const tarballTests = ['test/packages/', 'test/sdk/package', 'test/testing-kit/package'];

const announce = (step: string): void => void process.stderr.write(`${step}.\n`);

/** Writes the checksums in the format of `sha256sum --check`. */
function writeChecksums(): void {
  const lines = readdirSync(outDir).map((file) => {
    const digest = createHash('sha256')
      .update(readFileSync(join(outDir, file)))
      .digest('hex');
    return `${digest}  ${file}\n`;
  });
  writeFileSync(join(outDir, 'SHA256SUMS'), lines.join(''));
}

void main();
