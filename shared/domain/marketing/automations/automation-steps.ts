import { keys } from '../../../db/keys';
import { getItem, getItems } from '../../../db/table';
import type { Automation, Step } from '../../../db/records/automations';

/** What this function instance has read, by automation: steps never change. */
const stepsCache = new Map<string, readonly Step[]>();
const stepsCacheMax = 100;

/** What the automation sends; nothing once it is deleted. */
export async function loadSteps({
  workspaceId,
  id,
}: Pick<Automation, 'workspaceId' | 'id'>): Promise<readonly Step[]> {
  const cached = stepsCache.get(id);
  if (cached) return cached;
  const { steps } = (await getItem(keys.automationSteps(workspaceId, id))) ?? { steps: [] };
  if (stepsCache.size >= stepsCacheMax) stepsCache.clear();
  if (steps.length > 0) stepsCache.set(id, steps);
  return steps;
}

/** Of the largest, one answer has room for fewer. */
const batchSize = 25;

/** Several in their order, each with its steps, which are read when it is their turn: they may be more than is wanted. */
export async function* iterateWithSteps(
  automations: readonly Automation[],
): AsyncGenerator<{ automation: Automation; steps: readonly Step[] }> {
  for (let offset = 0; offset < automations.length; offset += batchSize) {
    const batch = automations.slice(offset, offset + batchSize);
    const steps = await loadStepsById(batch);
    for (const automation of batch) yield { automation, steps: steps.get(automation.id) ?? [] };
  }
}

async function loadStepsById(
  automations: readonly Automation[],
): Promise<ReadonlyMap<string, readonly Step[]>> {
  const idByPartition = new Map(
    automations.map(({ workspaceId, id }) => [keys.automationSteps(workspaceId, id).pk, id]),
  );
  const found = await getItems(
    automations.map(({ workspaceId, id }) => keys.automationSteps(workspaceId, id)),
  );
  return new Map(found.map(({ pk, steps }) => [idByPartition.get(pk) ?? '', steps]));
}
