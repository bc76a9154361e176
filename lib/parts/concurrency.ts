import { jobs, type Job, type JobName } from '../../functions/workers/jobs';

/** What Lambda takes as the least cap of a queue's reader. */
const capMin = 2;

/** The part of all executions that queues may take together, once that is more than the least caps: the API has the rest. */
const queuesShare = 0.5;

/** How many more than the least each reader has use for. */
const extraWanted = new Map(
  (Object.entries(jobs) as [JobName, Job][]).flatMap(([name, { trigger }]) =>
    trigger.kind === 'queue' ? [[name, trigger.concurrencyMax - capMin] as const] : [],
  ),
);

const extraWantedInSum = [...extraWanted.values()].reduce((sum, count) => sum + count, 0);

/** How many executions the reader of a queue may have: the least, and its share of what is left for queues. */
export function concurrencyCap(name: JobName, executions: number): number {
  const wanted = extraWanted.get(name) ?? 0;
  const left = Math.max(0, executions * queuesShare - capMin * extraWanted.size);
  return capMin + Math.min(wanted, Math.floor((left * wanted) / extraWantedInSum));
}
