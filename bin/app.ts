import { buildCode } from '../lib/bundling/bundles';
import { entryPoints } from '../lib/bundling/entry-points';
import { refuseRegionWithoutInbound } from '../lib/parts/receiving-regions';
import { SettingsError } from '../lib/settings-error';
import { readSettings } from '../lib/settings-file';

async function main(): Promise<void> {
  const settings = readSettings();
  // The CDK CLI sets this variable to the Region of the profile. The construct checks the Region too, but after the build.
  refuseRegionWithoutInbound(settings, process.env.CDK_DEFAULT_REGION);
  // Importing the CDK takes a second, in which the processes that build go on.
  const [, { carrierNest }] = await Promise.all([buildCode(entryPoints()), import('../lib/service')]);
  carrierNest(settings).synth();
}

main().catch((error: unknown) => {
  if (!(error instanceof SettingsError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
});
