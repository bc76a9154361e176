import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readTemplates, type Templates } from '../../../../lib/rules/template';
import { runCdk } from '../run-cdk';

/** Returns the templates of the settings file, or undefined if the CDK refuses the settings and has printed why. */
export function synthesizeTemplates(): Templates | undefined {
  const outdir = mkdtempSync(join(tmpdir(), 'carrier-nest-costs-'));
  try {
    return runCdk('synth', '--quiet', '--output', outdir) === 0 ? readTemplates(outdir) : undefined;
  } finally {
    rmSync(outdir, { recursive: true });
  }
}
