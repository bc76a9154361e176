import { domainCheckKeys } from '../../../db/keys';
import { indexQuery } from '../../../db/query';
import { queryPage } from '../../../db/table';
import { toIso, minuteMs, now } from '../../../core/time';
import type { Domain, DomainStatus } from '../../../db/records/domains';

/** Who is looked at together, and after how many minutes again. */
const unverified = { key: domainCheckKeys.waiting, minutes: 1 };
const verified = { key: domainCheckKeys.verified, minutes: 10 };

/** A failed domain waits for its owner. */
const checkScheduleByStatus: Record<DomainStatus, typeof unverified | typeof verified | undefined> = {
  pending: unverified,
  temporary_failure: unverified,
  verified,
  failed: undefined,
};

/** The index attributes of a domain that was checked at this time, in ms. */
export function dueAfterCheck(status: DomainStatus, checkedAt: number): Pick<Domain, 'dueKey' | 'dueAt'> {
  const schedule = checkScheduleByStatus[status];
  return schedule ? { dueKey: schedule.key, dueAt: toIso(checkedAt + schedule.minutes * minuteMs) } : {};
}

/** A run begins every minute. What is left of it belongs to who adds and verifies domains: they ask SES too. */
const runMs = 50_000;

/** How many domains a run looks at where SES takes so many calls a second. */
export const checksPerRun = (callsPerSecond: number): number =>
  Math.max(2, Math.floor((callsPerSecond * runMs) / 1000));

/** Domains that wait for ever do not keep verified ones from being looked at. */
const waitingShare = 0.8;

/** A run takes what falls due before the next one is nearer: a minute's check would else come every second minute. */
const lookAheadMs = minuteMs / 2;

/**
 * The domains to be checked by now, so many at most: first those that wait to be verified, then those that are, longest
 * waiting first. Whom there is no room for stays due: where there are many domains, each is looked at less often.
 */
export async function listDueDomains(countMax: number): Promise<Domain[]> {
  const unverifiedDue = await listLongestDue(unverified.key, Math.floor(countMax * waitingShare));
  const verifiedDue = await listLongestDue(verified.key, countMax - unverifiedDue.length);
  return [...unverifiedDue, ...verifiedDue];
}

async function listLongestDue(key: string, pageSize: number): Promise<Domain[]> {
  const upTo = toIso(now() + lookAheadMs);
  return (await queryPage<Domain>(indexQuery('byDue', key, { upTo, pageSize }))).items;
}
