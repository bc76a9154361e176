import { keys } from '../../../db/keys';
import { getItem, getItems } from '../../../db/table';
import type { Automation, Step, Steps } from '../../../db/records/automations';

/** What this function instance has read, by automation: steps never change. */
const known = new Map<string, readonly Step[]>();
const knownMax = 100;

/** What the automation sends; nothing once it is deleted. */
export async function stepsOf({
  workspaceId,
  id,
}: Pick<Automation, 'workspaceId' | 'id'>): Promise<readonly Step[]> {
  const kept = known.get(id);
  if (kept) return kept;
  const { steps } = (await getItem<Steps>(keys.automationSteps(workspaceId, id))) ?? { steps: [] };
  if (known.size >= knownMax) known.clear();
  if (steps.length > 0) known.set(id, steps);
  return steps;
}

/** Of the largest, one answer has room for fewer. */
const readAtOnce = 25;

/** Several in their order, each with its steps, which are read when it is their turn: they may be more than is wanted. */
export async function* eachWithSteps(
  automations: readonly Automation[],
): AsyncGenerator<{ automation: Automation; steps: readonly Step[] }> {
  for (let from = 0; from < automations.length; from += readAtOnce) {
    const some = automations.slice(from, from + readAtOnce);
    const steps = await stepsOfEach(some);
    for (const automation of some) yield { automation, steps: steps.get(automation.id) ?? [] };
  }
}

async function stepsOfEach(
  automations: readonly Automation[],
): Promise<ReadonlyMap<string, readonly Step[]>> {
  const idAt = new Map(
    automations.map(({ workspaceId, id }) => [keys.automationSteps(workspaceId, id).pk, id]),
  );
  const found = await getItems<Steps>(
    automations.map(({ workspaceId, id }) => keys.automationSteps(workspaceId, id)),
  );
  return new Map(found.map(({ pk, steps }) => [idAt.get(pk) ?? '', steps]));
}
