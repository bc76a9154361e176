import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Writes the CycloneDX SBOM of everything that npm installs with the tarballs. */
export function writeSbom(tarballs: readonly string[], file: string): void {
  const project = mkdtempSync(join(tmpdir(), 'carrier-nest-sbom-'));
  const npm = (...args: string[]): Buffer => execFileSync('npm', args, { cwd: project, maxBuffer: 2 ** 26 });
  try {
    writeFileSync(
      join(project, 'package.json'),
      '{"name":"carrier-nest-packages","version":"0.0.0","private":true}',
    );
    npm('install', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund', ...tarballs);
    writeFileSync(file, npm('sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'library'));
  } finally {
    rmSync(project, { recursive: true, force: true });
  }
}
