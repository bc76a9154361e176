import { listWorkerCalls, readClockMs, injectFault } from '../scheduled-sends';
import type { Service } from '../service';

/** How often a function makes each AWS call: service and operation. */
export type CallCounts = Readonly<Record<string, number>>;

/** A function is killed at a call, when it has made so many of the same operation. */
export interface CrashPoint {
  name: string;
  at: string;
  skip: number;
  crash: 'before' | 'after';
}

/** Before and after each of the calls. */
export const crashPointsAt = (callCounts: CallCounts): CrashPoint[] =>
  Object.entries(callCounts)
    .flatMap(([at, count]) => Array.from({ length: count }, (_, skip) => ({ at, skip })))
    .flatMap(({ at, skip }) =>
      (['before', 'after'] as const).map((crash) => ({
        at,
        skip,
        crash,
        name: `${crash} ${at} ${skip + 1}`,
      })),
    );

/** What the function calls while this is done. */
export async function countCallsBy(
  service: Service,
  functionName: string,
  work: () => Promise<unknown>,
): Promise<CallCounts> {
  const since = await readClockMs(service);
  await work();
  const counts: Record<string, number> = {};
  for (const call of await listWorkerCalls(service, functionName, since)) {
    const at = `${call.service} ${call.operation}`;
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts;
}

/** Does it, and the function dies of it once: a death that never comes would prove nothing. */
export async function withCrash<T>(
  service: Service,
  functionName: string,
  { at, skip, crash }: CrashPoint,
  work: () => Promise<T>,
): Promise<T> {
  const since = await readClockMs(service);
  // Whole: the name of one function may be a part of another’s.
  await injectFault(service, at, { crash, skip, times: 1, function: `-${functionName}` });
  const result = await work();
  await service.control('DELETE', '/faults');
  const crashedCalls = (await listWorkerCalls(service, functionName, since)).filter(
    ({ error }) => error === 'Crash',
  );
  if (crashedCalls.length !== 1)
    throw new Error(`${functionName} died ${crashedCalls.length} times ${crash} ${at} ${skip + 1}`);
  return result;
}

interface CrashScenario<Case, Scenario, Outcome> {
  crash: (crashPoint: Case) => Promise<Scenario>;
  /** The clock moves for all of them at once. */
  advance: (scenarios: readonly Scenario[]) => Promise<unknown>;
  observe: (scenario: Scenario) => Promise<Outcome>;
}

/** One after the other into their deaths, then all through the time that it takes: what became of each, by its name. */
export async function collectOutcomes<Case extends { name: string }, Scenario, Outcome>(
  crashPoints: readonly Case[],
  { crash, advance, observe }: CrashScenario<Case, Scenario, Outcome>,
): Promise<ReadonlyMap<string, Outcome>> {
  const scenarios: { name: string; scenario: Scenario }[] = [];
  for (const crashPoint of crashPoints)
    scenarios.push({ name: crashPoint.name, scenario: await crash(crashPoint) });
  await advance(scenarios.map(({ scenario }) => scenario));
  const outcomes = new Map<string, Outcome>();
  for (const { name, scenario } of scenarios) outcomes.set(name, await observe(scenario));
  return outcomes;
}
