import { jobEntries, jobs, type Job, type JobName } from '../../functions/workers/jobs';
import { bulkRateShare } from '../../shared/core/bulk-rate-share';
import type { Settings } from '../settings';

/** What Lambda takes as the least cap of a queue's reader, and as the most. */
const [capMin, capMax] = [2, 1_000];

/** The part of all executions that queues may take together, once that is more than the least caps: the API has the rest. */
const queueExecutionShare = 0.5;

const queueReaderCount = Object.values(jobs).filter(({ trigger }) => trigger.kind === 'queue').length;

/** From so many executions on the API has its part, however busy all queues are. */
export const recommendedExecutions = (capMin * queueReaderCount) / queueExecutionShare;

type Limits = Pick<Settings, 'executions' | 'sendRate'>;

/** How many executions the reader of a queue may have: the least, and its share of what is left for queues. */
export function concurrencyCap(name: JobName, { executions, sendRate }: Limits): number {
  const extraByJob = extraConcurrencyByJob(sendRate);
  const ownExtra = extraByJob.get(name) ?? 0;
  const totalExtra = [...extraByJob.values()].reduce((sum, count) => sum + count, 0);
  const available = Math.max(0, executions * queueExecutionShare - capMin * extraByJob.size);
  return capMin + Math.min(ownExtra, Math.floor((available * ownExtra) / totalExtra));
}

/** How many more than the least each reader has use for. */
const extraConcurrencyByJob = (sendRate: number): Map<string, number> =>
  new Map(
    jobEntries.flatMap(([name, { trigger }]) =>
      trigger.kind === 'queue' ? [[name, usefulConcurrency(trigger, sendRate) - capMin] as const] : [],
    ),
  );

/** Who sends has use for as many as hand over all that bulk mail may. */
function usefulConcurrency(
  { concurrencyMax, recipientsPerSecond: perSecond }: Extract<Job['trigger'], { kind: 'queue' }>,
  sendRate: number,
): number {
  const neededForRate = perSecond ? Math.ceil((sendRate * bulkRateShare) / perSecond) : 0;
  return Math.min(capMax, Math.max(concurrencyMax, neededForRate));
}
