import { keys } from '../../../db/keys';
import { partitionQuery } from '../../../db/query';
import { queryAll, type Item } from '../../../db/table';
import { findAutomationsById } from './find';
import type { Automation, Trigger, TriggerKind, TriggerPointer } from '../../../db/records/automations';

/** The audience, event name or tag of the trigger. Undefined if only an API request enrolls contacts. */
function triggerValue({ kind, audienceId, eventName, tag }: Trigger): string | undefined {
  const values = { api: null, contact_added: audienceId, event: eventName, tag_added: tag };
  return values[kind] ?? undefined;
}

/** The pointer records that find the automation by its trigger. */
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

/** For more values than this, one query reads all triggers of the kind. */
const separateQueriesMax = 5;

/** The active automations with a trigger of this kind and one of these values. */
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
  // A value may be a prefix of another value.
  return found
    .flat()
    .filter(({ value }) => values.includes(value))
    .map(({ automationId }) => automationId);
}
