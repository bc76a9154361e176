import { buildCode } from '../lib/bundling/bundles';
import { entryPoints } from '../lib/bundling/entry-points';
import { refuseRegionWithoutInbound } from '../lib/parts/receiving-regions';
import { carrierNest } from '../lib/service';
import { readSettings } from '../lib/settings';

async function main(): Promise<void> {
  const settings = readSettings(process.env.CARRIER_NEST_SETTINGS);
  // The CDK CLI sets this variable to the Region of the profile.
  const region = process.env.CDK_DEFAULT_REGION;
  refuseRegionWithoutInbound(settings, region);
  await buildCode(entryPoints());
  carrierNest(settings, { sesRegion: region }).synth();
}

void main();
