import { jobEntries, jobs, type Job, type JobName } from '../../functions/workers/jobs';
import { bulkRateShare } from '../../shared/core/bulk-rate-share';
import type { Settings } from '../settings';

/** Lambda's limits for the maximum concurrency of a function that reads a queue. */
const [capMin, capMax] = [2, 1_000];

/**
 * The share of all executions that functions behind queues may use. If their minimum caps add up to more, they may use
 * that sum. The API uses the remaining executions.
 */
const queueExecutionShare = 0.5;

const queueReaderCount = Object.values(jobs).filter(({ trigger }) => trigger.kind === 'queue').length;

/** With at least this many executions, the API keeps its share even if all queues are busy. */
export const recommendedExecutions = (capMin * queueReaderCount) / queueExecutionShare;

type Limits = Pick<Settings, 'executions' | 'sendRate'>;

/**
 * Returns the maximum concurrency of a queue's function: the minimum cap, plus the function's share of the queue
 * executions that remain after all minimum caps.
 */
export function concurrencyCap(name: JobName, { executions, sendRate }: Limits): number {
  const extraByJob = extraConcurrencyByJob(sendRate);
  const ownExtra = extraByJob.get(name) ?? 0;
  const totalExtra = [...extraByJob.values()].reduce((sum, count) => sum + count, 0);
  const available = Math.max(0, executions * queueExecutionShare - capMin * extraByJob.size);
  return capMin + Math.min(ownExtra, Math.floor((available * ownExtra) / totalExtra));
}

/** Returns the concurrency above the minimum cap that each job can use. */
const extraConcurrencyByJob = (sendRate: number): Map<string, number> =>
  new Map(
    jobEntries.flatMap(([name, { trigger }]) =>
      trigger.kind === 'queue' ? [[name, usefulConcurrency(trigger, sendRate) - capMin] as const] : [],
    ),
  );

/**
 * Returns the concurrency that a job can use. A job that sends email can use as many executions as the full bulk rate
 * needs.
 */
function usefulConcurrency(
  { concurrencyMax, recipientsPerSecond: perSecond }: Extract<Job['trigger'], { kind: 'queue' }>,
  sendRate: number,
): number {
  const neededForRate = perSecond ? Math.ceil((sendRate * bulkRateShare) / perSecond) : 0;
  return Math.min(capMax, Math.max(concurrencyMax, neededForRate));
}

/** The number of requests that may wait for an event at the same time. They keep an execution busy for 25 seconds. */
export const waitSlots = ({ executions }: Pick<Settings, 'executions'>): number =>
  Math.max(1, Math.floor(executions / 10));
