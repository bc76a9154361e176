import { jobs, type Job, type JobName } from '../../functions/workers/jobs';
import { bulkShare } from '../../shared/core/bulk-share';
import type { Settings } from '../settings';

/** What Lambda takes as the least cap of a queue's reader, and as the most. */
const [capMin, capMax] = [2, 1_000];

/** The part of all executions that queues may take together, once that is more than the least caps: the API has the rest. */
const queuesShare = 0.5;

const readers = Object.values(jobs).filter(({ trigger }) => trigger.kind === 'queue').length;

/** From so many executions on the API has its part, however busy all queues are. */
export const executionsEnough = (capMin * readers) / queuesShare;

type Limits = Pick<Settings, 'executions' | 'sendRate'>;

/** How many executions the reader of a queue may have: the least, and its share of what is left for queues. */
export function concurrencyCap(name: JobName, { executions, sendRate }: Limits): number {
  const extraWanted = extrasAt(sendRate);
  const wanted = extraWanted.get(name) ?? 0;
  const wantedInSum = [...extraWanted.values()].reduce((sum, count) => sum + count, 0);
  const left = Math.max(0, executions * queuesShare - capMin * extraWanted.size);
  return capMin + Math.min(wanted, Math.floor((left * wanted) / wantedInSum));
}

/** How many more than the least each reader has use for. */
const extrasAt = (sendRate: number): Map<string, number> =>
  new Map(
    (Object.entries(jobs) as [JobName, Job][]).flatMap(([name, { trigger }]) =>
      trigger.kind === 'queue' ? [[name, useFor(trigger, sendRate) - capMin] as const] : [],
    ),
  );

/** Who sends has use for as many as hand over all that bulk mail may. */
function useFor(
  { concurrencyMax, perSecond }: Extract<Job['trigger'], { kind: 'queue' }>,
  sendRate: number,
): number {
  const forTheRate = perSecond ? Math.ceil((sendRate * bulkShare) / perSecond) : 0;
  return Math.min(capMax, Math.max(concurrencyMax, forTheRate));
}
