import { Resolver } from 'node:dns/promises';
import type { Settings } from '../../../../lib/settings';
import { readSettings } from '../../../../lib/settings-file';
import type { Target } from '../command-line/target';
import { readRuntime } from '../command-line/runtime-file';
import { fetchIdentity, type Identity } from './credentials';
import { lookUpRecords, type RecordLookup } from './dns-records';
import { fetchDomains, type DomainListing } from './domains';
import { fetchSesAccount, type SesAccount } from './ses';
import { fetchResources, fetchStacks, type DeployedStack, type Resource } from './stacks';

/** The options of every AWS client. */
export interface ClientOptions {
  region: string;
  maxAttempts: number;
  profile?: string;
  endpoint?: string;
  credentials?: { accessKeyId: string; secretAccessKey: string };
}

/** The target of the doctor, and the data that checks share. Each item is fetched at most once. */
export interface DoctorContext {
  target: Target;
  stage: string;
  /** Undefined if no Region is set. */
  region: string | undefined;
  client: () => ClientOptions;
  /** Reads the settings of a deployment. Throws if the settings are invalid. */
  settings: () => Settings;
  resolver: { asks: Resolver; name: string };
  identity: () => Promise<Identity>;
  sesAccount: () => Promise<SesAccount>;
  stacks: () => Promise<DeployedStack[]>;
  resources: () => Promise<Resource[]>;
  domains: () => Promise<DomainListing>;
  records: () => Promise<RecordLookup[]>;
}

interface ContextOptions {
  target: Target;
  /** The DNS server to query, such as `192.0.2.1` or `192.0.2.1:53`. Defaults to this machine's resolver. */
  resolver: string | undefined;
}

export async function openContext({ target, resolver }: ContextOptions): Promise<DoctorContext> {
  const region = target.kind === 'local' ? localRegion : await resolveRegion(target);
  const ctx: DoctorContext = {
    target,
    stage: target.kind === 'local' ? 'local' : target.stage,
    region,
    client: () => clientOptions(target, region),
    settings: memoize(() => readSettings()),
    resolver: createResolver(resolver ?? resolverAddress(target)),
    identity: memoize(() => fetchIdentity(ctx)),
    sesAccount: memoize(() => fetchSesAccount(ctx)),
    stacks: memoize(() => fetchStacks(ctx)),
    resources: memoize(() => fetchResources(ctx)),
    domains: memoize(() => fetchDomains(ctx)),
    records: memoize(() => lookUpRecords(ctx)),
  };
  return ctx;
}

const localRegion = 'us-east-1';

/** Also caches a rejected promise, so that a failed call is not repeated. */
function memoize<T>(compute: () => T): () => T {
  let cached: { value: T } | undefined;
  return () => (cached ??= { value: compute() }).value;
}

/** The SDK resolves the Region from the option, the environment or the profile. */
async function resolveRegion({
  region,
  profile,
}: Extract<Target, { kind: 'deployed' }>): Promise<string | undefined> {
  const { STSClient } = await import('@aws-sdk/client-sts');
  const client = new STSClient({ ...(region && { region }), ...(profile && { profile }) });
  return client.config.region().catch(() => undefined);
}

function clientOptions(target: Target, region = localRegion): ClientOptions {
  if (target.kind === 'deployed') {
    return { region, maxAttempts: 2, ...(target.profile && { profile: target.profile }) };
  }
  const { endpoint, access_key_id: accessKeyId } = readRuntime(target.dataDir).aws;
  return { region, maxAttempts: 2, endpoint, credentials: { accessKeyId, secretAccessKey: 'local' } };
}

/** The local runtime has a DNS server for its domains. */
function resolverAddress(target: Target): string | undefined {
  if (target.kind === 'deployed') return undefined;
  try {
    return readRuntime(target.dataDir).dns;
  } catch {
    // The check `local.runtime` reports that the runtime is not running.
    return undefined;
  }
}

/** Tries twice, with timeouts of one and two seconds. */
function createResolver(address: string | undefined): DoctorContext['resolver'] {
  const asks = new Resolver({ timeout: 1_000, tries: 2 });
  if (address !== undefined) asks.setServers([address]);
  return { asks, name: asks.getServers().join(', ') };
}
