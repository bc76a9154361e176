import { callsOf, clockMs, orderFault } from '../schedules';
import type { Service } from '../service';

/** How often a function makes each AWS call: service and operation. */
export type Made = Readonly<Record<string, number>>;

/** A function is killed at a call, when it has made so many of the same operation. */
export interface Death {
  name: string;
  at: string;
  skip: number;
  crash: 'before' | 'after';
}

/** Before and after each of the calls. */
export const deathsAt = (made: Made): Death[] =>
  Object.entries(made)
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
export async function madeBy(service: Service, name: string, work: () => Promise<unknown>): Promise<Made> {
  const since = await clockMs(service);
  await work();
  const counts: Record<string, number> = {};
  for (const call of await callsOf(service, name, since)) {
    const at = `${call.service} ${call.operation}`;
    counts[at] = (counts[at] ?? 0) + 1;
  }
  return counts;
}

/** Does it, and the function dies of it once: a death that never comes would prove nothing. */
export async function dying<T>(
  service: Service,
  name: string,
  { at, skip, crash }: Death,
  work: () => Promise<T>,
): Promise<T> {
  const since = await clockMs(service);
  // Whole: the name of one function may be a part of another’s.
  await orderFault(service, at, { crash, skip, times: 1, function: `-${name}` });
  const done = await work();
  await service.control('DELETE', '/faults');
  const died = (await callsOf(service, name, since)).filter(({ error }) => error === 'Crash');
  if (died.length !== 1) throw new Error(`${name} died ${died.length} times ${crash} ${at} ${skip + 1}`);
  return done;
}

interface Story<Case, Scene, Outcome> {
  dies: (death: Case) => Promise<Scene>;
  /** The clock moves for all of them at once. */
  passes: (scenes: readonly Scene[]) => Promise<unknown>;
  seen: (scene: Scene) => Promise<Outcome>;
}

/** One after the other into their deaths, then all through the time that it takes: what became of each, by its name. */
export async function outcomesOf<Case extends { name: string }, Scene, Outcome>(
  deaths: readonly Case[],
  { dies, passes, seen }: Story<Case, Scene, Outcome>,
): Promise<ReadonlyMap<string, Outcome>> {
  const scenes: { name: string; scene: Scene }[] = [];
  for (const death of deaths) scenes.push({ name: death.name, scene: await dies(death) });
  await passes(scenes.map(({ scene }) => scene));
  const outcomes = new Map<string, Outcome>();
  for (const { name, scene } of scenes) outcomes.set(name, await seen(scene));
  return outcomes;
}
