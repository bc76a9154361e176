import { domainCheckKey } from '../../db/keys';
import { inIndex } from '../../db/query';
import { queryPages } from '../../db/table';
import { iso, minuteMs, now } from '../../time';
import type { Domain, DomainStatus } from './record';

/** Minutes until the monitor looks again; a failed domain waits for its owner. */
const checkAfterMinutes: Record<DomainStatus, number | undefined> = {
  pending: 1,
  temporary_failure: 1,
  verified: 10,
  failed: undefined,
};

/** The index attributes of a domain that was checked at this time, in ms. */
export function dueAfterCheck(status: DomainStatus, checkedAt: number): Pick<Domain, 'dueKey' | 'dueAt'> {
  const minutes = checkAfterMinutes[status];
  return minutes ? { dueKey: domainCheckKey, dueAt: iso(checkedAt + minutes * minuteMs) } : {};
}

/** A run takes what falls due before the next one is nearer: a minute's check would else come every second minute. */
const aheadMs = minuteMs / 2;

/** The domains to be checked by now, longest waiting first, a few at a time. */
export const dueDomains = (pageSize: number): AsyncGenerator<Domain[]> =>
  queryPages<Domain>(inIndex('byDue', domainCheckKey, { upTo: iso(now() + aheadMs), pageSize }));
