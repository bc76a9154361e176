import { jobEntries, jobs, type JobName } from '../../functions/workers/jobs';

/**
 * Whether processing a message of the job can lead to another message for the same job, through the queues that
 * functions send to. Unless the function allows such a loop, Lambda stops it after 16 invocations.
 */
export const isInLoop = (name: JobName): boolean => reachesItself(name, nextJobs);

/** Returns the jobs that read the queues to which this job sends. */
function nextJobs(name: JobName): JobName[] {
  const needs: readonly string[] = jobs[name].needs;
  return jobEntries.flatMap(([reader, { trigger }]) =>
    trigger.kind === 'queue' && needs.includes(`queue:${trigger.from}`) ? [reader] : [],
  );
}

/** Whether a path along `nextOf` leads from the node back to the node. */
export function reachesItself<Node>(start: Node, nextOf: (node: Node) => readonly Node[]): boolean {
  const reached = new Set<Node>();
  const pending = [...nextOf(start)];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    if (reached.has(node)) continue;
    reached.add(node);
    pending.push(...nextOf(node));
  }
  return reached.has(start);
}
