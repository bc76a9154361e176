import { resolveDns } from '../../../aws/dns';
import {
  findIdentity,
  putEventDestination,
  setMailFromDomain,
  startTracking,
  stopTracking,
  type ProviderIdentity,
} from '../../../aws/identities';
import { is } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { updateItem } from '../../../db/table';
import { requireEnv } from '../../../core/env';
import { logger } from '../../../core/logger';
import { toIso, now } from '../../../core/time';
import { compareRecord, withTrackingTarget } from './dns-records';
import { probeTrackingHost } from './probe-tracking-host';
import { dueAfterCheck } from './check-schedule';
import { listOtherWorkspaceIds, statusWithOwnership, withOwnershipRecord } from './ownership';
import type { DnsRecord, Domain, Tracking, TrackingFailure } from '../../../db/records/domains';
import {
  nextMailFromStatus,
  needsMailFromRestart,
  nextDomainStatus,
  type ProviderView,
} from './provider-view';

type CheckResult = Pick<Domain, 'status' | 'dnsRecords' | 'mailFrom' | 'eventsTopicArn'> & TrackingState;

type TrackingState = Pick<Domain, 'tracking'> & { trackingFailure: TrackingFailure | undefined };

/**
 * Checks the DNS records of the domain and its status at SES, and records the results. Values that could not be read
 * are kept. Returns undefined if the domain was deleted in the meantime.
 */
export async function checkDomain(domain: Domain): Promise<Domain | undefined> {
  const at = now();
  const [lookedUpRecords, view, otherWorkspaceIds] = await Promise.all([
    lookUpRecords(domain),
    loadProviderView(domain),
    listOtherWorkspaceIds(domain.domain, domain.workspaceId),
  ]);
  const providerStatus = nextDomainStatus(domain.status, view);
  const staysVerified = domain.status === 'verified' && providerStatus === 'verified';
  const needsOwnershipRecord = otherWorkspaceIds.length > 0 && !staysVerified;
  // The next check looks up a new ownership record.
  const dnsRecords = needsOwnershipRecord
    ? withOwnershipRecord({ ...domain, dnsRecords: lookedUpRecords })
    : lookedUpRecords;
  const status = statusWithOwnership(providerStatus, { ...domain, dnsRecords });
  const [mailFrom, trackingState] = await Promise.all([
    reconcileMailFrom(domain, view, dnsRecords, at),
    reconcileTracking(domain, view, dnsRecords, at),
  ]);
  const eventsTopicArn = await reconcileEventsTopic({ ...domain, ...trackingState }, view);
  return recordCheck(domain, { status, dnsRecords, mailFrom, ...trackingState, eventsTopicArn }, at);
}

const lookUpRecords = ({ dnsRecords }: Domain): Promise<DnsRecord[]> =>
  Promise.all(
    withTrackingTarget(dnsRecords, requireEnv('TRACKING_TARGET')).map(async (record) =>
      compareRecord(record, await resolveDns(record.type, record.name)),
    ),
  );

async function loadProviderView(domain: Domain): Promise<ProviderView> {
  const identity = await logAndFallBack<ProviderIdentity | undefined | 'unreachable'>(
    domain,
    'identity not read from SES',
    findIdentity(domain.domain),
    'unreachable',
  );
  if (identity === 'unreachable') return identity;
  // This service must not use or change an identity that another party created under this name (DM-14).
  return identity?.isManaged ? identity : 'gone';
}

/** Restarts a Return-Path setup that failed at SES, once the MX record of the Return-Path is published. */
async function reconcileMailFrom(
  domain: Domain,
  view: ProviderView,
  dnsRecords: readonly DnsRecord[],
  at: number,
): Promise<Domain['mailFrom']> {
  const { mailFrom } = domain;
  if (needsMailFromRestart(view) && isOk(dnsRecords, 'mail_from_mx')) {
    const restart = setMailFromDomain(domain.domain, mailFrom.domain).then(() => 'pending' as const);
    return {
      ...mailFrom,
      status: await logAndFallBack(domain, 'Return-Path setup not restarted', restart, 'failed'),
    };
  }
  return { ...mailFrom, status: nextMailFromStatus(domain, view, at) };
}

/** How long an active host may fail for a reason that may pass, such as a timeout, before tracking stops. */
const outageMaxMs = 3_600_000;

/** Keeps tracking registered at SES while the tracking host can serve links over HTTPS. */
async function reconcileTracking(
  { trackingFailure, ...domain }: Domain,
  view: ProviderView,
  dnsRecords: readonly DnsRecord[],
  at: number,
): Promise<TrackingState> {
  const { tracking } = domain;
  if (view === 'unreachable') return { tracking, trackingFailure };
  const probe = await probeTrackingHost(tracking.hostname, isOk(dnsRecords, 'click_tracking'));
  if (probe.kind === 'works')
    return requiresHttps(tracking) ? { tracking, trackingFailure: undefined } : registerTracking(domain, at);
  const failure = { problem: probe.problem, since: trackingFailure?.since ?? toIso(at) };
  const mayPass = probe.kind === 'unclear' && at - Date.parse(failure.since) < outageMaxMs;
  const keepsTracking = !tracking.isReported || (tracking.status === 'active' && mayPass);
  return {
    tracking: keepsTracking ? tracking : await unregisterTracking(domain),
    trackingFailure: failure,
  };
}

const requiresHttps = (tracking: Tracking): boolean =>
  tracking.status === 'active' && tracking.requiresHttps === true;

/**
 * Makes SES publish events to the topic of this deployment. The configuration set of a domain that is older than the
 * deployment publishes to a deleted topic, so the service would see no delivery, bounce or complaint.
 */
async function reconcileEventsTopic(domain: Domain, view: ProviderView): Promise<string | undefined> {
  const { configurationSet, tracking } = domain;
  const topicArn = requireEnv('EVENTS_TOPIC_ARN');
  if (domain.eventsTopicArn === topicArn || view === 'unreachable' || view === 'gone')
    return domain.eventsTopicArn;
  const update = async () => {
    await putEventDestination(configurationSet, 'events', topicArn);
    if (tracking.status === 'active') await putEventDestination(configurationSet, 'engagement', topicArn);
    return topicArn;
  };
  return logAndFallBack(domain, 'event destination not updated', update(), domain.eventsTopicArn);
}

const registrationRefused = 'SES did not accept the host name. The next check of the domain tries again.';

/**
 * Registers tracking at SES. Records first that SES may be publishing opens and clicks, so that a later check can stop
 * this after a crash. If the registration fails, the next check repeats it.
 */
async function registerTracking(domain: Domain, at: number): Promise<TrackingState> {
  const { configurationSet, tracking } = domain;
  const { hostname } = tracking;
  const starting: Tracking = tracking.isReported ? tracking : { ...tracking, isReported: true };
  if (starting !== tracking) await recordTracking(domain, starting);
  const call = startTracking(configurationSet, hostname, requireEnv('EVENTS_TOPIC_ARN'));
  const active: Tracking = { hostname, status: 'active', requiresHttps: true, isReported: true };
  return logAndFallBack<TrackingState>(
    domain,
    'tracking host not registered',
    call.then(() => ({ tracking: active, trackingFailure: undefined })),
    { tracking, trackingFailure: { problem: registrationRefused, since: toIso(at) } },
  );
}

/** Unregisters tracking at SES. Records the intention first, so that the next check continues after a crash. */
async function unregisterTracking(domain: Domain): Promise<Tracking> {
  const { hostname } = domain.tracking;
  const stopping: Tracking = { hostname, status: 'pending', isReported: true };
  await recordTracking(domain, stopping);
  const call = stopTracking(domain.configurationSet);
  const pending: Tracking = { hostname, status: 'pending' };
  return logAndFallBack(
    domain,
    'tracking not stopped',
    call.then(() => pending),
    stopping,
  );
}

const recordTracking = (domain: Domain, tracking: Tracking) =>
  updateItem(keys.domain(domain.workspaceId, domain.domain), { set: { tracking } }, is('id', domain.id));

const isOk = (records: readonly DnsRecord[], kind: DnsRecord['kind']): boolean =>
  records.some((record) => record.kind === kind && record.status === 'ok');

/** Logs a failed call to SES and returns the fallback. The next check repeats the call. */
async function logAndFallBack<T>(domain: Domain, message: string, call: Promise<T>, fallback: T): Promise<T> {
  return call.catch((error: unknown) => {
    logger.warn(message, { domainId: domain.id, workspaceId: domain.workspaceId, error });
    return fallback;
  });
}

/** The write is conditional on the id, because a deleted domain must not be created again. */
async function recordCheck(domain: Domain, result: CheckResult, at: number): Promise<Domain | undefined> {
  const due = dueAfterCheck(result.status, at);
  const verifiedAt = domain.verifiedAt ?? (result.status === 'verified' ? toIso(at) : null);
  const { status, dnsRecords, mailFrom, tracking, trackingFailure, eventsTopicArn } = result;
  return updateItem(
    keys.domain(domain.workspaceId, domain.domain),
    {
      set: {
        status,
        dnsRecords,
        mailFrom,
        // Do not write unchanged tracking, because a concurrent check may have changed it.
        tracking: tracking === domain.tracking ? undefined : tracking,
        trackingFailure,
        eventsTopicArn,
        verifiedAt,
        lastCheckedAt: toIso(at),
        ...due,
      },
      remove: [
        ...(due.dueKey ? [] : (['dueKey', 'dueAt'] as const)),
        ...(trackingFailure ? [] : (['trackingFailure'] as const)),
      ],
    },
    is('id', domain.id),
  );
}
