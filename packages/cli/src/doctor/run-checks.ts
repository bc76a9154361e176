import { CallFailure } from './call-with-timeout';
import type { Check, Finding, Outcome, Result, Observation } from './check';
import type { DoctorContext } from './context';

/** Runs the checks at the same time and returns their results in order. A check waits for the checks that it needs. */
export function runChecks(checks: readonly Check[], ctx: DoctorContext): Promise<Result>[] {
  const running = new Map<string, Promise<Result>>();
  for (const check of checks) running.set(check.id, runAfterNeeds(check, ctx, running));
  return [...running.values()];
}

async function runAfterNeeds(
  check: Check,
  ctx: DoctorContext,
  running: ReadonlyMap<string, Promise<Result>>,
): Promise<Result> {
  if (check.only && check.only !== ctx.target.kind) return skipped(check, notHere[ctx.target.kind]);
  for (const id of check.needs ?? []) {
    const needed = running.get(id);
    if (!needed) throw new Error(`${check.id} needs ${id}, which is not listed before it`);
    if ((await needed).blocksDependents) return { ...skipped(check, `needs ${id}`), blocksDependents: true };
  }
  const seen = await observe(check, ctx);
  return { id: check.id, title: check.title, outcome: determineOutcome(seen), ...seen };
}

async function observe(check: Check, ctx: DoctorContext): Promise<Observation> {
  try {
    return await check.run(ctx);
  } catch (error) {
    return observationOfFailure(error, ctx);
  }
}

const notHere = {
  local: 'applies only to a deployment',
  deployed: 'applies only to the local runtime',
};

const skipped = ({ id, title }: Check, reason: string): Result => ({
  id,
  title,
  outcome: 'skipped',
  seen: reason,
  evidence: [],
  findings: [],
});

function determineOutcome({ isSkipped, findings }: Observation): Outcome {
  if (isSkipped) return 'skipped';
  if (findings.some(({ outcome }) => outcome === 'fail')) return 'fail';
  return findings.length > 0 ? 'warn' : 'ok';
}

/** A failed call does not prove a fault of the service, so the finding is only a warning. */
function observationOfFailure(error: unknown, ctx: DoctorContext): Observation {
  if (!(error instanceof CallFailure)) throw error;
  const finding = findingOfFailure(error, ctx);
  return { seen: finding.problem, evidence: [finding.evidence], findings: [finding], blocksDependents: true };
}

function findingOfFailure({ action, kind, code }: CallFailure, ctx: DoctorContext): Finding {
  const [service = ''] = action.split(':');
  return {
    outcome: 'warn',
    subject: service,
    problem: problems[kind](action),
    evidence: `${action}${ctx.region ? ` in ${ctx.region}` : ''}: ${code}`,
    fix: fixes[kind](action, code),
  };
}

const problems: Record<CallFailure['kind'], (action: string) => string> = {
  silent: (action) => `no response to ${action}`,
  denied: (action) => `you lack the permission ${action}`,
  refused: (action) => `${action} was refused`,
};

const fixes: Record<CallFailure['kind'], (action: string, code: string) => string> = {
  silent: () => 'Run this again. If the problem persists, see https://health.aws.amazon.com/health/status',
  denied: (action) => `Add the permission ${action}. docs/doctor.md#permissions has the whole policy`,
  refused: (action, code) =>
    `Look up ${code} in the API reference of ${action.split(':')[0]}, fix the cause, and run this again`,
};
