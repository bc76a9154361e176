import { buildCode } from '../lib/bundling/bundles';
import { entryPoints } from '../lib/bundling/entry-points';
import { refuseRegionWithoutInbound } from '../lib/parts/receiving-regions';
import { carrierNest } from '../lib/service';
import { readSettings } from '../lib/settings';

async function main(): Promise<void> {
  const settings = readSettings(process.env.CARRIER_NEST_SETTINGS);
  // The CDK CLI sets this variable to the Region of the profile.
  refuseRegionWithoutInbound(settings, process.env.CDK_DEFAULT_REGION);
  await buildCode(entryPoints());
  carrierNest(settings).synth();
}

void main();
