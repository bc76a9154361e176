import { jobEntries, jobs, type JobName } from '../../functions/workers/jobs';

/**
 * Whether processing a message of the job can lead to another message for the same job, through the queues that
 * functions send to. Unless the function allows such a loop, Lambda stops it after 16 invocations.
 */
export function isInLoop(name: JobName): boolean {
  const reached = new Set<JobName>();
  const pending = [...nextJobs(name)];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (reached.has(next)) continue;
    reached.add(next);
    pending.push(...nextJobs(next));
  }
  return reached.has(name);
}

/** Returns the jobs that read the queues to which this job sends. */
function nextJobs(name: JobName): JobName[] {
  const needs: readonly string[] = jobs[name].needs;
  return jobEntries.flatMap(([reader, { trigger }]) =>
    trigger.kind === 'queue' && needs.includes(`queue:${trigger.from}`) ? [reader] : [],
  );
}
