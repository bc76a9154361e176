import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readTemplates, type Templates } from '../../../../lib/rules/template';
import { readSettings } from '../../../../lib/settings-file';
import { runCdkSynth } from '../run-cdk';

/** Returns the templates of the settings file, or undefined if the CDK refuses the settings and has printed why. */
export function synthesizeTemplates(): Templates | undefined {
  const { stage } = readSettings();
  const outdir = mkdtempSync(join(tmpdir(), 'carrier-nest-costs-'));
  try {
    return runCdkSynth(stage, outdir) === 0 ? readTemplates(outdir) : undefined;
  } finally {
    rmSync(outdir, { recursive: true });
  }
}
