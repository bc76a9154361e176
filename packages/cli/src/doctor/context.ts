import { readFileSync } from 'node:fs';
import { Resolver } from 'node:dns/promises';
import { readSettings, type Settings } from '../../../../lib/settings';
import type { Place } from '../admin/place';
import { runtimeIn } from '../admin/runtime-file';
import { askCaller, type Identity } from './credentials';
import { askRecords, type LookedUp } from './dns-records';
import { askDomains, type OfWorkspaces } from './domains';
import { askSesAccount, type SesAccount } from './ses';
import { askResources, askStacks, type Deployed, type Resource } from './stacks';

/** What every client of AWS is made with. */
export interface ClientOptions {
  region: string;
  maxAttempts: number;
  profile?: string;
  endpoint?: string;
  credentials?: { accessKeyId: string; secretAccessKey: string };
}

/** Where the doctor looks, and what several checks ask: each is asked once. */
export interface Ctx {
  place: Place;
  stage: string;
  /** Undefined where none is set. */
  region: string | undefined;
  client: () => ClientOptions;
  /** Of a deployment. Throws what is wrong with them. */
  settings: () => Settings;
  nodeRange: () => string;
  resolver: { asks: Resolver; name: string };
  caller: () => Promise<Identity>;
  sesAccount: () => Promise<SesAccount>;
  stacks: () => Promise<Deployed[]>;
  resources: () => Promise<Resource[]>;
  domains: () => Promise<OfWorkspaces>;
  records: () => Promise<LookedUp[]>;
}

interface Wanted {
  place: Place;
  /** `192.0.2.1` or `192.0.2.1:53`; the machine's own unless given. */
  resolver: string | undefined;
}

export async function openContext({ place, resolver }: Wanted): Promise<Ctx> {
  const region = place.kind === 'local' ? localRegion : await regionOf(place);
  const ctx: Ctx = {
    place,
    stage: place.kind === 'local' ? 'local' : place.stage,
    region,
    client: () => clientOptions(place, region),
    settings: once(() => readSettings(settingsFile())),
    nodeRange: () => (JSON.parse(readFileSync('package.json', 'utf8')) as Package).engines.node,
    resolver: resolverAt(resolver ?? resolverOf(place)),
    caller: once(() => askCaller(ctx)),
    sesAccount: once(() => askSesAccount(ctx)),
    stacks: once(() => askStacks(ctx)),
    resources: once(() => askResources(ctx)),
    domains: once(() => askDomains(ctx)),
    records: once(() => askRecords(ctx)),
  };
  return ctx;
}

interface Package {
  engines: { node: string };
}

const localRegion = 'us-east-1';

export const settingsFile = (): string => process.env['CARRIER_NEST_SETTINGS'] ?? 'carrier-nest.json';

/** A promise that failed stays failed: nobody asks twice. */
function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** As the SDK finds it: the option, the environment, the profile. */
async function regionOf({
  region,
  profile,
}: Extract<Place, { kind: 'deployed' }>): Promise<string | undefined> {
  const { STSClient } = await import('@aws-sdk/client-sts');
  const client = new STSClient({ ...(region && { region }), ...(profile && { profile }) });
  return client.config.region().catch(() => undefined);
}

function clientOptions(place: Place, region = localRegion): ClientOptions {
  if (place.kind === 'deployed') {
    return { region, maxAttempts: 2, ...(place.profile && { profile: place.profile }) };
  }
  const { endpoint, access_key_id: accessKeyId } = runtimeIn(place.dataDir).aws;
  return { region, maxAttempts: 2, endpoint, credentials: { accessKeyId, secretAccessKey: 'local' } };
}

/** The local runtime's answers for the domains that are there. */
function resolverOf(place: Place): string | undefined {
  if (place.kind === 'deployed') return undefined;
  try {
    return runtimeIn(place.dataDir).dns;
  } catch {
    // The check `local.runtime` says that it does not run.
    return undefined;
  }
}

/** Two tries, one second and then two. */
function resolverAt(address: string | undefined): Ctx['resolver'] {
  const asks = new Resolver({ timeout: 1_000, tries: 2 });
  if (address !== undefined) asks.setServers([address]);
  return { asks, name: asks.getServers().join(', ') };
}
