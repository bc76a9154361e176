import { lookUp } from '../../aws/dns';
import {
  findIdentity,
  startMailFrom,
  startTracking,
  stopTracking,
  type ProviderIdentity,
} from '../../aws/identities';
import { keys } from '../../db/keys';
import { updateItem } from '../../db/table';
import { requireEnv } from '../../env';
import { logger } from '../../logger';
import { iso, now } from '../../time';
import { compareRecord } from './dns-records';
import { dueAfterCheck } from './due';
import type { DnsRecord, Domain, Tracking } from './record';
import { mailFromAfter, needsMailFromRestart, statusAfter, type Verdict } from './verdict';

type Findings = Pick<Domain, 'status' | 'dnsRecords' | 'tracking' | 'mailFrom'>;

/**
 * Looks at the domain's DNS and at the provider's verdict, and records both. What could not be learnt stays
 * as it was. Undefined when the domain was deleted meanwhile.
 */
export async function checkDomain(domain: Domain): Promise<Domain | undefined> {
  const at = now();
  const [dnsRecords, verdict] = await Promise.all([lookUpRecords(domain), askVerdict(domain)]);
  const [mailFrom, tracking] = await Promise.all([
    followMailFrom(domain, verdict, dnsRecords, at),
    followTracking(domain, verdict, dnsRecords),
  ]);
  return recordCheck(
    domain,
    { status: statusAfter(domain.status, verdict), dnsRecords, mailFrom, tracking },
    at,
  );
}

const lookUpRecords = ({ dnsRecords }: Domain): Promise<DnsRecord[]> =>
  Promise.all(
    dnsRecords.map(async (record) => compareRecord(record, await lookUp(record.type, record.name))),
  );

async function askVerdict(domain: Domain): Promise<Verdict> {
  const identity = await orLog<ProviderIdentity | undefined | 'unreachable'>(
    domain,
    'the provider gave no verdict',
    findIdentity(domain.domain),
    'unreachable',
  );
  return identity ?? 'gone';
}

/** What the provider gave up on is started again once the MX stands. */
async function followMailFrom(
  domain: Domain,
  verdict: Verdict,
  dnsRecords: readonly DnsRecord[],
  at: number,
): Promise<Domain['mailFrom']> {
  const { mailFrom } = domain;
  if (needsMailFromRestart(verdict) && isOk(dnsRecords, 'mail_from_mx')) {
    const restarted = startMailFrom(domain.domain, mailFrom.domain).then(() => 'pending' as const);
    return { ...mailFrom, status: await orLog(domain, 'the Return-Path not restarted', restarted, 'failed') };
  }
  return { ...mailFrom, status: mailFromAfter(domain, verdict, at) };
}

/** Tracking works while the host name leads to the provider, and the provider knows it. */
async function followTracking(
  domain: Domain,
  verdict: Verdict,
  dnsRecords: readonly DnsRecord[],
): Promise<Tracking> {
  const { tracking } = domain;
  const isWanted = isOk(dnsRecords, 'click_tracking');
  const isStarted = tracking.status === 'active' && tracking.isReported === true;
  const isStopped = tracking.status !== 'active';
  if (verdict === 'unreachable' || (isWanted ? isStarted : isStopped)) return tracking;
  return isWanted ? started(domain) : stopped(domain);
}

/** What does not succeed is tried again at the next check, so the status says how the provider has it. */
function started(domain: Domain): Promise<Tracking> {
  const { configurationSet, tracking } = domain;
  const call = startTracking(configurationSet, tracking.hostname, requireEnv('EVENTS_TOPIC_ARN'));
  const active: Tracking = { hostname: tracking.hostname, status: 'active', isReported: true };
  return orLog(
    domain,
    'the tracking host not registered',
    call.then(() => active),
    tracking,
  );
}

function stopped(domain: Domain): Promise<Tracking> {
  const { configurationSet, tracking } = domain;
  const pending: Tracking = { hostname: tracking.hostname, status: 'pending' };
  return orLog(
    domain,
    'tracking not stopped',
    stopTracking(configurationSet).then(() => pending),
    tracking,
  );
}

const isOk = (records: readonly DnsRecord[], kind: DnsRecord['kind']): boolean =>
  records.some((record) => record.kind === kind && record.status === 'ok');

/** A provider that refuses or does not answer is tried again at the next check. */
async function orLog<T>(domain: Domain, what: string, call: Promise<T>, fallback: T): Promise<T> {
  return call.catch((error: unknown) => {
    logger.warn(what, { domainId: domain.id, workspaceId: domain.workspaceId, error });
    return fallback;
  });
}

/** Only onto the record that was checked: a deleted domain must not come back. */
async function recordCheck(domain: Domain, findings: Findings, at: number): Promise<Domain | undefined> {
  const { dueKey, dueAt } = dueAfterCheck(findings.status, at);
  const verifiedAt = domain.verifiedAt ?? (findings.status === 'verified' ? iso(at) : null);
  return updateItem<Domain>(keys.domain(domain.workspaceId, domain.domain), {
    UpdateExpression: [
      'SET #status = :status',
      'dnsRecords = :dnsRecords',
      'tracking = :tracking',
      'mailFrom = :mailFrom',
      'verifiedAt = :verifiedAt',
      `lastCheckedAt = :at${dueKey ? ', dueKey = :dueKey, dueAt = :dueAt' : ' REMOVE dueKey, dueAt'}`,
    ].join(', '),
    ConditionExpression: 'id = :id',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: {
      ':id': domain.id,
      ':status': findings.status,
      ':dnsRecords': findings.dnsRecords,
      ':tracking': findings.tracking,
      ':mailFrom': findings.mailFrom,
      ':verifiedAt': verifiedAt,
      ':at': iso(at),
      ...(dueKey && { ':dueKey': dueKey, ':dueAt': dueAt }),
    },
  });
}
