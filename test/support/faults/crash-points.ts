import { listWorkerCalls, readClockMs, injectFault } from '../scheduled-sends';
import type { Service } from '../service';

/** The number of calls that a function makes to each AWS operation, by service and operation. */
export type CallCounts = Readonly<Record<string, number>>;

/** The call at which the function is killed. `skip` is the number of earlier calls of the same operation. */
export interface CrashPoint {
  name: string;
  at: string;
  skip: number;
  crash: 'before' | 'after';
}

/** Returns a crash point before and after each call. */
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

/** Counts the calls that the function makes during the work. */
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

/** Runs the work, during which the function must crash exactly once. Without a crash, the test would prove nothing. */
export async function withCrash<T>(
  service: Service,
  functionName: string,
  { at, skip, crash }: CrashPoint,
  work: () => Promise<T>,
): Promise<T> {
  const since = await readClockMs(service);
  // The hyphen makes the fault match the full function name, because a function name may be part of another.
  await injectFault(service, at, { crash, skip, times: 1, function: `-${functionName}` });
  const result = await work();
  await service.control('DELETE', '/faults');
  const crashedCalls = (await listWorkerCalls(service, functionName, since)).filter(
    ({ error }) => error === 'Crash',
  );
  if (crashedCalls.length !== 1)
    throw new Error(`${functionName} crashed ${crashedCalls.length} times ${crash} ${at} ${skip + 1}`);
  return result;
}

interface CrashScenario<Case, Scenario, Outcome> {
  crash: (crashPoint: Case) => Promise<Scenario>;
  /** Moves the clock once for all scenarios. */
  advance: (scenarios: readonly Scenario[]) => Promise<unknown>;
  observe: (scenario: Scenario) => Promise<Outcome>;
}

/**
 * Crashes one scenario after another, then moves the clock for all of them, and returns each outcome by the name of
 * its crash point.
 */
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
