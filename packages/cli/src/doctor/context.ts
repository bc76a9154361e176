import { readFileSync } from 'node:fs';
import { Resolver } from 'node:dns/promises';
import * as z from 'zod/mini';
import { readSettings, type Settings } from '../../../../lib/settings';
import type { Target } from '../admin/target';
import { readRuntime } from '../admin/runtime-file';
import { fetchIdentity, type Identity } from './credentials';
import { lookUpRecords, type RecordLookup } from './dns-records';
import { fetchDomains, type DomainListing } from './domains';
import { fetchSesAccount, type SesAccount } from './ses';
import { fetchResources, fetchStacks, type DeployedStack, type Resource } from './stacks';

/** What every client of AWS is made with. */
export interface ClientOptions {
  region: string;
  maxAttempts: number;
  profile?: string;
  endpoint?: string;
  credentials?: { accessKeyId: string; secretAccessKey: string };
}

/** Where the doctor looks, and what several checks ask: each is asked once. */
export interface DoctorContext {
  target: Target;
  stage: string;
  /** Undefined where none is set. */
  region: string | undefined;
  client: () => ClientOptions;
  /** Of a deployment. Throws what is wrong with them. */
  settings: () => Settings;
  nodeRange: () => string;
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
  /** `192.0.2.1` or `192.0.2.1:53`; the machine's own unless given. */
  resolver: string | undefined;
}

export async function openContext({ target, resolver }: ContextOptions): Promise<DoctorContext> {
  const region = target.kind === 'local' ? localRegion : await resolveRegion(target);
  const ctx: DoctorContext = {
    target,
    stage: target.kind === 'local' ? 'local' : target.stage,
    region,
    client: () => clientOptions(target, region),
    settings: memoize(() => readSettings(settingsFile())),
    nodeRange: () => z.parse(Package, JSON.parse(readFileSync('package.json', 'utf8'))).engines.node,
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

const Package = z.object({ engines: z.object({ node: z.string() }) });

const localRegion = 'us-east-1';

export const settingsFile = (): string => process.env['CARRIER_NEST_SETTINGS'] ?? 'carrier-nest.json';

/** A promise that failed stays failed: nobody asks twice. */
function memoize<T>(compute: () => T): () => T {
  let cached: { value: T } | undefined;
  return () => (cached ??= { value: compute() }).value;
}

/** As the SDK finds it: the option, the environment, the profile. */
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

/** The local runtime's answers for the domains that are there. */
function resolverAddress(target: Target): string | undefined {
  if (target.kind === 'deployed') return undefined;
  try {
    return readRuntime(target.dataDir).dns;
  } catch {
    // The check `local.runtime` says that it does not run.
    return undefined;
  }
}

/** Two tries, one second and then two. */
function createResolver(address: string | undefined): DoctorContext['resolver'] {
  const asks = new Resolver({ timeout: 1_000, tries: 2 });
  if (address !== undefined) asks.setServers([address]);
  return { asks, name: asks.getServers().join(', ') };
}
