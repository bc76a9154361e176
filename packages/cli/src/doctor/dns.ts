import type { DnsRecord } from '../../../../shared/db/records/domains';
import { admin } from './aws-command';
import { looked, type Check, type Finding } from './check';
import type { Ctx } from './context';
import type { LookedUp } from './dns-records';
import type { Domain } from './domains';

export const resolver: Check = {
  id: 'dns.resolver',
  title: 'the resolver answers',
  needs: ['domains.listed'],
  run: async (ctx) => {
    const records = await ctx.records();
    const answered = records.filter(({ shown }) => shown).length;
    const seen = `${answered} of ${records.length} questions answered by ${ctx.resolver.name}`;
    if (answered > 0) return looked(seen, seen);
    return { ...looked(seen, seen, [silentResolver(seen)]), stopsOthers: true };
  },
};

const silentResolver = (evidence: string): Finding => ({
  outcome: 'warn',
  subject: 'DNS',
  problem: 'the resolver answers nothing, so what is published is not known',
  evidence,
  fix: 'Ask another one: npm run doctor -- --resolver 1.1.1.1',
});

type Problem = Pick<Finding, 'outcome' | 'problem'>;

interface Row extends Pick<Check, 'id' | 'title'> {
  kinds: readonly DnsRecord['kind'][];
  /** What it means that a record is not right; undefined: nothing bad. */
  judge: (looked: LookedUp, ctx: Ctx) => Problem | undefined;
}

const unless =
  (isRight: (looked: LookedUp) => boolean, outcome: Finding['outcome'], problem: string) =>
  (one: LookedUp): Problem | undefined =>
    isRight(one) ? undefined : { outcome, problem };

const isOk = ({ record }: LookedUp): boolean => record.status === 'ok';

const rows: readonly Row[] = [
  {
    id: 'dns.dkim',
    title: 'the DKIM records of every domain are published',
    kinds: ['dkim'],
    judge: unless(isOk, 'fail', 'DKIM is not published: mail from it is refused, or will be'),
  },
  {
    id: 'dns.ownership',
    title: 'domains that several workspaces use have the record of each',
    kinds: ['ownership'],
    judge: unless(isOk, 'fail', 'its workspace has not proved the domain, so mail from it is refused'),
  },
  {
    id: 'dns.mail-from',
    title: 'the Return-Path of every domain is its own',
    kinds: ['mail_from_mx', 'mail_from_spf'],
    judge: unless(isOk, 'warn', "mail leaves with SES's own Return-Path, and SPF does not align"),
  },
  {
    id: 'dns.spf',
    title: 'SPF of every domain lets SES send',
    kinds: ['spf'],
    judge: unless(isOk, 'warn', 'SPF does not name SES'),
  },
  {
    id: 'dns.dmarc',
    title: 'every domain has a DMARC policy',
    kinds: ['dmarc'],
    judge: unless(isOk, 'warn', 'there is no DMARC policy, and large mailbox providers ask for one'),
  },
  {
    id: 'dns.inbound-mx',
    title: 'somebody takes the replies',
    kinds: ['inbound_mx'],
    judge: (one, ctx) => (receivesNothing(ctx) ? undefined : nobodyTakesMail(one)),
  },
  {
    id: 'dns.tracking',
    title: 'the tracking host of every domain leads to SES',
    kinds: ['click_tracking'],
    judge: (one) => (isOk(one) ? undefined : trackingProblem(one)),
  },
];

const receivesNothing = (ctx: Ctx): boolean =>
  ctx.place.kind === 'deployed' && ctx.settings().inbound === false;

/** Mailboxes may be elsewhere on purpose. */
const nobodyTakesMail = unless(
  ({ record }) => record.found.length > 0,
  'warn',
  'it has no MX: who answers mail from it gets a bounce',
);

/** It is optional; but links in mails that have left lead there. */
function trackingProblem({ domain, record }: LookedUp): Problem | undefined {
  if (domain.click_tracking.status === 'active')
    return {
      outcome: 'fail',
      problem: 'links in mails that have left lead nowhere, and those in new ones will',
    };
  if (record.found.length > 0)
    return { outcome: 'warn', problem: 'its name for tracking leads elsewhere, so nothing is tracked' };
  return undefined;
}

export const dns: readonly Check[] = rows.map(({ id, title, kinds, judge }) => ({
  id,
  title,
  needs: ['dns.resolver'],
  run: async (ctx) => {
    const asked = (await ctx.records()).filter(({ record }) => kinds.includes(record.kind));
    const bad = asked.flatMap((one) => {
      const problem = one.shown ? judge(one, ctx) : noAnswer;
      return problem ? [{ ...one, ...problem }] : [];
    });
    const seen = `${asked.length - bad.length} of ${asked.length} records as they should be`;
    return looked(seen, `${ctx.resolver.name} was asked for ${asked.length} records`, findingsOf(ctx, bad));
  },
}));

const noAnswer: Problem = {
  outcome: 'warn',
  problem: 'the resolver gave no answer, so what is published is not known',
};

type Bad = LookedUp & Problem;

/** One for each domain and problem, with all records that it is about. */
function findingsOf(ctx: Ctx, bad: readonly Bad[]): Finding[] {
  const groups = new Map<string, Bad[]>();
  for (const one of bad) {
    const key = `${one.domain.id} ${one.problem}`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].flatMap((group) => findingOf(ctx, group));
}

function findingOf(ctx: Ctx, group: readonly Bad[]): Finding[] {
  const [first] = group;
  if (!first) return [];
  const shown = group.map(({ record, shown: is }) => `${record.name} ${record.type}: ${saying(is)}`);
  return [
    {
      outcome: first.outcome,
      subject: first.domain.domain,
      problem: first.problem,
      evidence: `${ctx.resolver.name} was asked for ${shown.join('; ')}`,
      fix: first.shown ? publish(ctx, first.domain, group) : 'npm run doctor -- --resolver 1.1.1.1',
    },
  ];
}

const saying = (shown: readonly string[] | undefined): string => {
  if (!shown) return 'no answer';
  return shown.length === 0 ? 'nothing' : shown.join(', ');
};

const publish = (ctx: Ctx, { workspaceId, id }: Domain, group: readonly Bad[]): string =>
  [
    'Publish, in place of what stands there:',
    ...group.map(({ record }) => lineOf(record)),
    `then: ${admin(ctx, `domains verify ${workspaceId} ${id}`)}`,
  ].join('\n');

/** As a zone file has it. */
function lineOf({ name, type, value, priority }: DnsRecord): string {
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
    const isProved = (domain: Domain) =>
      records
        .filter(({ domain: { id }, record: { kind } }) => id === domain.id && proofs.includes(kind))
        .every(isOk);
    const wrong = domains.filter((domain) => domain.status !== 'verified' && isProved(domain));
    const seen = `${domains.filter((domain) => domain.status === 'verified').length} of ${domains.length} verified`;
    const evidence = `listDomains of the function carrier-nest-${ctx.stage}-administer`;
    return looked(
      seen,
      evidence,
      wrong.map((domain) => unverified(ctx, domain, evidence)),
    );
  },
};

const proofs: readonly DnsRecord['kind'][] = ['dkim', 'ownership'];

const unverified = (ctx: Ctx, domain: Domain, evidence: string): Finding => ({
  outcome: domain.status === 'pending' ? 'warn' : 'fail',
  subject: domain.domain,
  problem: 'its records are right, and it is not verified: no mail leaves from it',
  evidence: `${evidence}: status ${domain.status}`,
  fix: `${admin(ctx, `domains verify ${domain.workspaceId} ${domain.id}`)}: docs/runbook.md#a-domain-does-not-verify`,
});
