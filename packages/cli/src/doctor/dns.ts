import type { DnsRecord } from '../../../../shared/db/records/domains';
import { adminCommand } from './aws-command';
import { observation, type Check, type Finding } from './check';
import type { DoctorContext } from './context';
import type { RecordLookup } from './dns-records';
import type { Domain } from './domains';

export const resolver: Check = {
  id: 'dns.resolver',
  title: 'the resolver answers',
  needs: ['domains.listed'],
  run: async (ctx) => {
    const records = await ctx.records();
    const resolvedCount = records.filter(({ publishedValues: shown }) => shown).length;
    const seen = `${resolvedCount} of ${records.length} questions answered by ${ctx.resolver.name}`;
    if (resolvedCount > 0) return observation(seen, seen);
    return { ...observation(seen, seen, [silentResolverFinding(seen)]), blocksDependents: true };
  },
};

const silentResolverFinding = (evidence: string): Finding => ({
  outcome: 'warn',
  subject: 'DNS',
  problem: 'the resolver answers nothing, so what is published is not known',
  evidence,
  fix: 'Ask another one: npm run doctor -- --resolver 1.1.1.1',
});

type Problem = Pick<Finding, 'outcome' | 'problem'>;

interface DnsCheck extends Pick<Check, 'id' | 'title'> {
  kinds: readonly DnsRecord['kind'][];
  /** What it means that a record is not right; undefined: nothing bad. */
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
    assess: problemUnless(isOk, 'fail', 'DKIM is not published: mail from it is refused, or will be'),
  },
  {
    id: 'dns.ownership',
    title: 'domains that several workspaces use have the record of each',
    kinds: ['ownership'],
    assess: problemUnless(
      isOk,
      'fail',
      'its workspace has not proved the domain, so mail from it is refused',
    ),
  },
  {
    id: 'dns.mail-from',
    title: 'the Return-Path of every domain is its own',
    kinds: ['mail_from_mx', 'mail_from_spf'],
    assess: problemUnless(isOk, 'warn', "mail leaves with SES's own Return-Path, and SPF does not align"),
  },
  {
    id: 'dns.spf',
    title: 'SPF of every domain lets SES send',
    kinds: ['spf'],
    assess: problemUnless(isOk, 'warn', 'SPF does not name SES'),
  },
  {
    id: 'dns.dmarc',
    title: 'every domain has a DMARC policy',
    kinds: ['dmarc'],
    assess: problemUnless(isOk, 'warn', 'there is no DMARC policy, and large mailbox providers ask for one'),
  },
  {
    id: 'dns.inbound-mx',
    title: 'somebody takes the replies',
    kinds: ['inbound_mx'],
    assess: (lookup, ctx) => (isInboundDisabled(ctx) ? undefined : missingMxProblem(lookup)),
  },
  {
    id: 'dns.tracking',
    title: 'the tracking host of every domain leads to SES',
    kinds: ['click_tracking'],
    assess: (lookup) => (isOk(lookup) ? undefined : trackingProblem(lookup)),
  },
];

const isInboundDisabled = (ctx: DoctorContext): boolean =>
  ctx.target.kind === 'deployed' && ctx.settings().inbound === false;

/** Mailboxes may be elsewhere on purpose. */
const missingMxProblem = problemUnless(
  ({ record }) => record.found.length > 0,
  'warn',
  'it has no MX: who answers mail from it gets a bounce',
);

/** It is optional; but links in mails that have left lead there. */
function trackingProblem({ domain, record }: RecordLookup): Problem | undefined {
  if (domain.click_tracking.status === 'active')
    return {
      outcome: 'fail',
      problem: 'links in mails that have left lead nowhere, and those in new ones will',
    };
  if (record.found.length > 0)
    return { outcome: 'warn', problem: 'its name for tracking leads elsewhere, so nothing is tracked' };
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
    const seen = `${relevantLookups.length - failedLookups.length} of ${relevantLookups.length} records as they should be`;
    return observation(
      seen,
      `${ctx.resolver.name} was asked for ${relevantLookups.length} records`,
      findingsOf(ctx, failedLookups),
    );
  },
}));

const noResponseProblem: Problem = {
  outcome: 'warn',
  problem: 'the resolver gave no answer, so what is published is not known',
};

type FailedLookup = RecordLookup & Problem;

/** One for each domain and problem, with all records that it is about. */
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
      evidence: `${ctx.resolver.name} was asked for ${publishedTexts.join('; ')}`,
      fix: first.publishedValues
        ? publishFix(ctx, first.domain, lookups)
        : 'npm run doctor -- --resolver 1.1.1.1',
    },
  ];
}

const describePublished = (shown: readonly string[] | undefined): string => {
  if (!shown) return 'no answer';
  return shown.length === 0 ? 'nothing' : shown.join(', ');
};

const publishFix = (
  ctx: DoctorContext,
  { workspaceId, id }: Domain,
  lookups: readonly FailedLookup[],
): string =>
  [
    'Publish, in place of what stands there:',
    ...lookups.map(({ record }) => zoneFileLine(record)),
    `then: ${adminCommand(ctx, `domains verify ${workspaceId} ${id}`)}`,
  ].join('\n');

/** As a zone file has it. */
function zoneFileLine({ name, type, value, priority }: DnsRecord): string {
  if (type === 'TXT') return `${name}. TXT "${value}"`;
  return `${name}. ${type} ${priority === null ? '' : `${priority} `}${value}.`;
}

/** What DNS has right and the service does not know yet, or does not any more; the rest the checks of DNS say. */
export const status: Check = {
  id: 'domains.status',
  title: 'every domain that DNS has right is verified',
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
  problem: 'its records are right, and it is not verified: no mail leaves from it',
  evidence: `${evidence}: status ${domain.status}`,
  fix: `${adminCommand(ctx, `domains verify ${domain.workspaceId} ${domain.id}`)}: docs/runbook.md#a-domain-does-not-verify`,
});
