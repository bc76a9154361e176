import { join } from 'node:path';
import { buildCode } from '../../../lib/bundling/bundles';
import { entryPoints } from '../../../lib/bundling/entry-points';
import { carrierNest } from '../../../lib/service';
import { readSettings } from '../../../lib/settings-file';

/** Runs bin/app.ts for the settings in each folder. */
async function main(folders: readonly string[]): Promise<void> {
  await buildCode(entryPoints());
  for (const folder of folders)
    carrierNest(readSettings(join(folder, 'settings.json')), { outdir: join(folder, 'assembly') }).synth();
}

void main(process.argv.slice(2));
