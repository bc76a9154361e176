import { keys } from '../../../db/keys';
import { partitionQuery } from '../../../db/query';
import { queryAll, type Item } from '../../../db/table';
import { findAutomationsById } from './find';
import type { Automation, Trigger, TriggerKind, TriggerPointer } from '../../../db/records/automations';

/** What the trigger waits for; undefined for one that nothing but a call starts. */
function triggerValue({ kind, audienceId, eventName, tag }: Trigger): string | undefined {
  const values = { api: null, contact_added: audienceId, event: eventName, tag_added: tag };
  return values[kind] ?? undefined;
}

/** What finds the automation by what starts it. */
export function triggerPointers({
  workspaceId,
  id,
  trigger,
}: Pick<Automation, 'workspaceId' | 'id' | 'trigger'>) {
  const value = triggerValue(trigger);
  if (value === undefined) return [];
  const pointer: Item<TriggerPointer> = {
    ...keys.trigger(workspaceId, trigger.kind, value, id),
    value,
    automationId: id,
  };
  return [pointer];
}

/** For more than these, all that waits for something of the kind is looked through. */
const separateQueriesMax = 5;

/** The active automations that wait for one of these. */
export async function listActiveByTrigger(
  workspaceId: string,
  kind: TriggerKind,
  values: readonly string[],
): Promise<Automation[]> {
  const ids = await listIdsByTrigger(workspaceId, kind, values);
  const automations = await findAutomationsById(workspaceId, ids);
  return [...automations.values()].filter(({ status }) => status === 'active');
}

async function listIdsByTrigger(
  workspaceId: string,
  kind: TriggerKind,
  values: readonly string[],
): Promise<string[]> {
  const { pk } = keys.trigger(workspaceId, kind, '', '');
  const ranges =
    values.length > separateQueriesMax ? [{}] : values.map((value) => ({ beginsWith: `${value}#` }));
  const found = await Promise.all(ranges.map((range) => queryAll<TriggerPointer>(partitionQuery(pk, range))));
  // One value may begin another.
  return found
    .flat()
    .filter(({ value }) => values.includes(value))
    .map(({ automationId }) => automationId);
}
