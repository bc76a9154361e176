import { domainCheckKeys, type Key } from '../../../db/keys';
import { indexQuery } from '../../../db/query';
import { queryPage } from '../../../db/table';
import { toIso, minuteMs, now } from '../../../core/time';
import type { Domain, DomainStatus } from '../../../db/records/domains';

/** The groups of domains, with the minutes between their checks. */
const unverified = { key: domainCheckKeys.waiting, minutes: 1 };
const verified = { key: domainCheckKeys.verified, minutes: 10 };

/** A failed domain is checked only on request. */
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

/**
 * A run begins every minute. The remaining seconds are for requests that add and verify domains, which also call SES.
 */
const runMs = 50_000;

/** How many domains a run checks, given the calls per second that SES accepts. */
export const checksPerRun = (callsPerSecond: number): number =>
  Math.max(2, Math.floor((callsPerSecond * runMs) / 1000));

/** The largest share of unverified domains in a run, so that verified domains are always checked too. */
const waitingShare = 0.8;

/**
 * A run also checks domains that become due in the next half minute. Otherwise a domain that is due every minute would
 * be checked only every other minute.
 */
const lookAheadMs = minuteMs / 2;

/**
 * Lists at most `countMax` domains to check in this run: first unverified, then verified domains. If more are due, the
 * workspaces take turns, each with its longest due domain. The other domains stay due, so a workspace with many due
 * domains delays only its own checks.
 */
export async function listDueDomains(countMax: number): Promise<Domain[]> {
  const unverifiedDue = await listLongestDue(unverified.key, Math.floor(countMax * waitingShare));
  const verifiedDue = await listLongestDue(verified.key, countMax - unverifiedDue.length);
  return [...unverifiedDue, ...verifiedDue];
}

/** The number of due domains that a run reads to find those of other workspaces behind a long backlog of one. */
const candidatesMax = 10_000;

async function listLongestDue(key: string, countMax: number): Promise<Domain[]> {
  const upTo = toIso(now() + lookAheadMs);
  const due: Domain[] = [];
  let startKey: Key | undefined;
  do {
    const query = indexQuery('byDue', key, { upTo, ...(!startKey && { pageSize: countMax + 1 }) });
    const page = await queryPage<Domain>({
      ...query,
      ...(startKey && { ExclusiveStartKey: { ...startKey } }),
    });
    due.push(...page.items);
    startKey = page.lastKey;
  } while (startKey && due.length < candidatesMax);
  return due.length <= countMax ? due : takeTurns(due).slice(0, countMax);
}

/** Sorts the first domain of each workspace before the second of any workspace, and so on. */
function takeTurns(due: readonly Domain[]): Domain[] {
  const counts = new Map<string, number>();
  const turns = due.map((domain) => {
    const turn = counts.get(domain.workspaceId) ?? 0;
    counts.set(domain.workspaceId, turn + 1);
    return { domain, turn };
  });
  return turns.sort((a, b) => a.turn - b.turn).map(({ domain }) => domain);
}
