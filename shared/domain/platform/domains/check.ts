import { lookUp } from '../../../aws/dns';
import {
  findIdentity,
  startMailFrom,
  startTracking,
  stopTracking,
  type ProviderIdentity,
} from '../../../aws/identities';
import { is } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { updateItem } from '../../../db/table';
import { requireEnv } from '../../../core/env';
import { logger } from '../../../core/logger';
import { iso, now } from '../../../core/time';
import { compareRecord } from './dns-records';
import { dueAfterCheck } from './due';
import { otherUsersOf, provedStatus, withOwnership } from './ownership';
import type { DnsRecord, Domain, Tracking } from '../../../db/records/domains';
import { mailFromAfter, needsMailFromRestart, statusAfter, type ProviderView } from './provider-view';

type Findings = Pick<Domain, 'status' | 'dnsRecords' | 'tracking' | 'mailFrom'>;

/**
 * Looks at the domain's DNS and at the provider's verdict, and records both. What could not be learnt stays
 * as it was. Undefined when the domain was deleted meanwhile.
 */
export async function checkDomain(domain: Domain): Promise<Domain | undefined> {
  const at = now();
  const [looked, view, others] = await Promise.all([
    lookUpRecords(domain),
    askProviderView(domain),
    otherUsersOf(domain.domain, domain.workspaceId),
  ]);
  const verdict = statusAfter(domain.status, view);
  const staysVerified = domain.status === 'verified' && verdict === 'verified';
  const needsOwnership = others.length > 0 && !staysVerified;
  // One that is new is looked up by the next check.
  const dnsRecords = needsOwnership ? withOwnership({ ...domain, dnsRecords: looked }) : looked;
  const status = provedStatus(verdict, { ...domain, dnsRecords });
  const [mailFrom, tracking] = await Promise.all([
    followMailFrom(domain, view, dnsRecords, at),
    followTracking(domain, view, dnsRecords),
  ]);
  return recordCheck(domain, { status, dnsRecords, mailFrom, tracking }, at);
}

const lookUpRecords = ({ dnsRecords }: Domain): Promise<DnsRecord[]> =>
  Promise.all(
    dnsRecords.map(async (record) => compareRecord(record, await lookUp(record.type, record.name))),
  );

async function askProviderView(domain: Domain): Promise<ProviderView> {
  const identity = await orLog<ProviderIdentity | undefined | 'unreachable'>(
    domain,
    'the provider gave no verdict',
    findIdentity(domain.domain),
    'unreachable',
  );
  if (identity === 'unreachable') return identity;
  // What somebody else has made under the name since is not ours to send with, or to change (D58).
  return identity?.isOurs ? identity : 'gone';
}

/** What the provider gave up on is started again once the MX stands. */
async function followMailFrom(
  domain: Domain,
  view: ProviderView,
  dnsRecords: readonly DnsRecord[],
  at: number,
): Promise<Domain['mailFrom']> {
  const { mailFrom } = domain;
  if (needsMailFromRestart(view) && isOk(dnsRecords, 'mail_from_mx')) {
    const restarted = startMailFrom(domain.domain, mailFrom.domain).then(() => 'pending' as const);
    return { ...mailFrom, status: await orLog(domain, 'the Return-Path not restarted', restarted, 'failed') };
  }
  return { ...mailFrom, status: mailFromAfter(domain, view, at) };
}

/** Tracking works while the host name leads to the provider, and the provider knows it. */
async function followTracking(
  domain: Domain,
  view: ProviderView,
  dnsRecords: readonly DnsRecord[],
): Promise<Tracking> {
  const { tracking } = domain;
  if (view === 'unreachable') return tracking;
  if (isOk(dnsRecords, 'click_tracking')) return tracking.status === 'active' ? tracking : started(domain);
  return tracking.isReported ? stopped(domain) : tracking;
}

/** What does not succeed is tried again at the next check. */
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

/** What was begun is recorded first: whoever dies here leaves it to the next check. */
async function stopped(domain: Domain): Promise<Tracking> {
  const { hostname } = domain.tracking;
  const stopping: Tracking = { hostname, status: 'pending', isReported: true };
  await updateItem<Domain>(
    keys.domain(domain.workspaceId, domain.domain),
    { set: { tracking: stopping } },
    is('id', domain.id),
  );
  const call = stopTracking(domain.configurationSet);
  const pending: Tracking = { hostname, status: 'pending' };
  return orLog(
    domain,
    'tracking not stopped',
    call.then(() => pending),
    stopping,
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
  const due = dueAfterCheck(findings.status, at);
  const verifiedAt = domain.verifiedAt ?? (findings.status === 'verified' ? iso(at) : null);
  const { status, dnsRecords, mailFrom, tracking } = findings;
  return updateItem<Domain>(
    keys.domain(domain.workspaceId, domain.domain),
    {
      set: {
        status,
        dnsRecords,
        mailFrom,
        // Unchanged, it may be what another check at this moment has just changed.
        tracking: tracking === domain.tracking ? undefined : tracking,
        verifiedAt,
        lastCheckedAt: iso(at),
        ...due,
      },
      remove: due.dueKey ? [] : ['dueKey', 'dueAt'],
    },
    is('id', domain.id),
  );
}
