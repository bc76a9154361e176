import type { DnsRecord } from '../../../../shared/db/records/domains';
import { adminCommand } from './aws-command';
import { observation, type Check, type Finding } from './check';
import type { DoctorContext } from './context';
import type { RecordLookup } from './dns-records';
import type { Domain } from './domains';
import { mergeSpf } from './merge-spf';
import { commandLine } from '../distribution';

export const resolver: Check = {
  id: 'dns.resolver',
  title: 'the resolver responds',
  needs: ['domains.listed'],
  run: async (ctx) => {
    const records = await ctx.records();
    const resolvedCount = records.filter(({ publishedValues: shown }) => shown).length;
    const seen = `${resolvedCount} of ${records.length} queries answered by ${ctx.resolver.name}`;
    if (resolvedCount > 0) return observation(seen, seen);
    return { ...observation(seen, seen, [silentResolverFinding(seen)]), blocksDependents: true };
  },
};

const silentResolverFinding = (evidence: string): Finding => ({
  outcome: 'warn',
  subject: 'DNS',
  problem: 'the resolver does not respond, so the published records are unknown',
  evidence,
  fix: `Use another resolver: ${commandLine('doctor --resolver 1.1.1.1')}`,
});

type Problem = Pick<Finding, 'outcome' | 'problem'>;

interface DnsCheck extends Pick<Check, 'id' | 'title'> {
  kinds: readonly DnsRecord['kind'][];
  /** The problem that a missing or wrong record causes, or undefined if the record causes no problem. */
  assess: (lookup: RecordLookup, ctx: DoctorContext) => Problem | undefined;
}

const problemUnless =
  (isCorrect: (looked: RecordLookup) => boolean, outcome: Finding['outcome'], problem: string) =>
  (lookup: RecordLookup): Problem | undefined =>
    isCorrect(lookup) ? undefined : { outcome, problem };

const isOk = ({ record }: RecordLookup): boolean => record.status === 'ok';

const dnsChecks: readonly DnsCheck[] = [
  {
    id: 'dns.dkim',
    title: 'the DKIM records of every domain are published',
    kinds: ['dkim'],
    assess: problemUnless(
      isOk,
      'fail',
      'the DKIM records are not published, so the service refuses sends from this domain now or will soon',
    ),
  },
  {
    id: 'dns.ownership',
    title: 'a domain that several workspaces share has an ownership record for each workspace',
    kinds: ['ownership'],
    assess: problemUnless(
      isOk,
      'fail',
      'a workspace has not proved that it owns the domain, so the service refuses its sends from the domain',
    ),
  },
  {
    id: 'dns.mail-from',
    title: 'every domain has its own Return-Path',
    kinds: ['mail_from_mx', 'mail_from_spf'],
    assess: problemUnless(isOk, 'warn', "emails have SES's own Return-Path, so SPF does not align"),
  },
  {
    id: 'dns.spf',
    title: 'the SPF record of every domain includes SES',
    kinds: ['spf'],
    assess: problemUnless(isOk, 'warn', 'the SPF record does not include SES'),
  },
  {
    id: 'dns.dmarc',
    title: 'every domain has a DMARC policy, or a parent domain has one',
    kinds: ['dmarc'],
    assess: problemUnless(
      isOk,
      'warn',
      'the domain has no DMARC policy, which large mailbox providers require',
    ),
  },
  {
    id: 'dns.inbound-mx',
    title: 'every domain can receive replies',
    kinds: ['inbound_mx'],
    assess: (lookup, ctx) => (isInboundDisabled(ctx) ? undefined : missingMxProblem(lookup)),
  },
  {
    id: 'dns.tracking',
    title: 'the tracking host of every domain points to its target',
    kinds: ['click_tracking'],
    assess: (lookup) => (isOk(lookup) ? undefined : trackingProblem(lookup)),
  },
];

const isInboundDisabled = (ctx: DoctorContext): boolean =>
  ctx.target.kind === 'deployed' && ctx.settings().inbound === false;

/** Accepts any MX record, because the domain may have its mailboxes at another provider. */
const missingMxProblem = problemUnless(
  ({ record }) => record.found.length > 0,
  'warn',
  'the domain has no MX record, so replies to its emails bounce',
);

/** The record is optional, but tracked links in sent emails depend on it. */
function trackingProblem({ domain, record }: RecordLookup): Problem | undefined {
  if (domain.click_tracking.status === 'active')
    return {
      outcome: 'fail',
      problem: 'tracked links do not work in sent or new emails',
    };
  if (record.found.length > 0)
    return {
      outcome: 'warn',
      problem: 'the tracking host points elsewhere, so opens and clicks are not tracked',
    };
  return undefined;
}

export const dns: readonly Check[] = dnsChecks.map(({ id, title, kinds, assess }) => ({
  id,
  title,
  needs: ['dns.resolver'],
  run: async (ctx) => {
    const relevantLookups = (await ctx.records()).filter(({ record }) => kinds.includes(record.kind));
    const failedLookups = relevantLookups.flatMap((lookup) => {
      const problem = lookup.publishedValues ? assess(lookup, ctx) : noResponseProblem;
      return problem ? [{ ...lookup, ...problem }] : [];
    });
    const seen = `${relevantLookups.length - failedLookups.length} of ${relevantLookups.length} records are correct`;
    return observation(
      seen,
      `${relevantLookups.length} records queried from ${ctx.resolver.name}`,
      findingsOf(ctx, failedLookups),
    );
  },
}));

const noResponseProblem: Problem = {
  outcome: 'warn',
  problem: 'the resolver did not respond, so the published records are unknown',
};

type FailedLookup = RecordLookup & Problem;

/** One finding for each domain and problem, with all affected records. */
function findingsOf(ctx: DoctorContext, failedLookups: readonly FailedLookup[]): Finding[] {
  const groups = new Map<string, FailedLookup[]>();
  for (const lookup of failedLookups) {
    const key = `${lookup.domain.id} ${lookup.problem}`;
    groups.set(key, [...(groups.get(key) ?? []), lookup]);
  }
  return [...groups.values()].flatMap((lookups) => findingOf(ctx, lookups));
}

function findingOf(ctx: DoctorContext, lookups: readonly FailedLookup[]): Finding[] {
  const [first] = lookups;
  if (!first) return [];
  const publishedTexts = lookups.map(
    ({ record, publishedValues: values }) => `${record.name} ${record.type}: ${describePublished(values)}`,
  );
  return [
    {
      outcome: first.outcome,
      subject: first.domain.domain,
      problem: first.problem,
      evidence: `Queried from ${ctx.resolver.name}: ${publishedTexts.join('; ')}`,
      fix: first.publishedValues
        ? publishFix(ctx, first.domain, lookups)
        : commandLine('doctor --resolver 1.1.1.1'),
    },
  ];
}

const describePublished = (shown: readonly string[] | undefined): string => {
  if (!shown) return 'no response';
  return shown.length === 0 ? 'no record' : shown.join(', ');
};

const publishFix = (
  ctx: DoctorContext,
  { workspaceId, id }: Domain,
  lookups: readonly FailedLookup[],
): string =>
  [
    'Publish these records. Replace a wrong record of the same name and type, but keep other TXT records:',
    ...lookups.map(({ record }) => zoneFileLine(record)),
    `then run: ${adminCommand(ctx, `domains verify ${workspaceId} ${id}`)}`,
  ].join('\n');

/** Formats a record as a line of a zone file. An SPF record keeps the terms that permit other servers. */
function zoneFileLine({ kind, name, type, value, priority, found }: DnsRecord): string {
  if (kind === 'spf' || kind === 'mail_from_spf') return `${name}. TXT "${mergeSpf(value, found)}"`;
  if (type === 'TXT') return `${name}. TXT "${value}"`;
  return `${name}. ${type} ${priority === null ? '' : `${priority} `}${value}.`;
}

/** Reports unverified domains whose DNS is correct. The DNS checks report domains with wrong records. */
export const status: Check = {
  id: 'domains.status',
  title: 'every domain with correct DNS is verified',
  needs: ['dns.resolver'],
  run: async (ctx) => {
    const records = await ctx.records();
    const { domains } = await ctx.domains();
    const hasProof = (domain: Domain) =>
      records
        .filter(({ domain: { id }, record: { kind } }) => id === domain.id && provingKinds.includes(kind))
        .every(isOk);
    const unverifiedDomains = domains.filter((domain) => domain.status !== 'verified' && hasProof(domain));
    const seen = `${domains.filter((domain) => domain.status === 'verified').length} of ${domains.length} verified`;
    const evidence = `listDomains of the function carrier-nest-${ctx.stage}-administer`;
    return observation(
      seen,
      evidence,
      unverifiedDomains.map((domain) => unverifiedFinding(ctx, domain, evidence)),
    );
  },
};

const provingKinds: readonly DnsRecord['kind'][] = ['dkim', 'ownership'];

const unverifiedFinding = (ctx: DoctorContext, domain: Domain, evidence: string): Finding => ({
  outcome: domain.status === 'pending' ? 'warn' : 'fail',
  subject: domain.domain,
  problem:
    'the DNS records are correct, but the domain is not verified, so the service refuses sends from it',
  evidence: `${evidence}: status ${domain.status}`,
  fix: `${adminCommand(ctx, `domains verify ${domain.workspaceId} ${domain.id}`)} (docs/runbook.md#a-domain-does-not-verify)`,
});
