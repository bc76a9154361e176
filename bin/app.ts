import { buildBundles, buildIngress } from '../lib/bundling/bundles';
import { entryPoints } from '../lib/bundling/entry-points';
import { carrierNest } from '../lib/service';
import { readSettings } from '../lib/settings';

async function main(): Promise<void> {
  await Promise.all([buildBundles(entryPoints()), buildIngress()]);
  carrierNest(readSettings(process.env.CARRIER_NEST_SETTINGS)).synth();
}

void main();
