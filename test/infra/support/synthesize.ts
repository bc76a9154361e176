import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { readTemplates, type Templates } from '../../../scripts/template-rules/template';

let syntheses = 0;

/** The templates that `bin/app.ts` makes of these settings, by the last part of the stack's name: `Api`. */
export async function synthesize(
  settings: Record<string, unknown>,
  environment: Record<string, string> = {},
): Promise<Templates> {
  const dir = `.build/test-${process.pid}-${(syntheses += 1)}`;
  mkdirSync(dir, { recursive: true });
  try {
    writeFileSync(join(dir, 'settings.json'), JSON.stringify(settings));
    await promisify(execFile)(process.execPath, ['--import', 'tsx', 'bin/app.ts'], {
      env: {
        ...process.env,
        ...environment,
        CARRIER_NEST_BUILD: dir,
        CDK_OUTDIR: join(dir, 'assembly'),
        CARRIER_NEST_SETTINGS: join(dir, 'settings.json'),
      },
    });
    return readTemplates(join(dir, 'assembly'));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
