import { keys } from '../../../db/keys';
import { getItem, getItems } from '../../../db/table';
import type { Automation, Step } from '../../../db/records/automations';

/** The steps that this function instance has read, by automation. Steps never change. */
const stepsCache = new Map<string, readonly Step[]>();
const stepsCacheMax = 100;

/** Loads the steps of the automation. A deleted automation has no steps. */
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

/** With the largest steps, one DynamoDB response contains fewer records than this. */
const batchSize = 25;

/** Yields automations in order with their steps. Steps are read in batches, because the caller may stop early. */
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
