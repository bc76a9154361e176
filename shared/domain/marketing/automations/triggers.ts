import { keys } from '../../../db/keys';
import { inPartition } from '../../../db/query';
import { queryAll, type Item } from '../../../db/table';
import { automationsWithIds } from './find';
import type { Automation, Trigger, TriggerKind } from '../../../db/records/automations';

/** Under what starts it: an automation. */
interface TriggerPointer {
  value: string;
  automationId: string;
}

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
const askedOneByOne = 5;

/** The active automations that wait for one of these. */
export async function activeWith(
  workspaceId: string,
  kind: TriggerKind,
  values: readonly string[],
): Promise<Automation[]> {
  const ids = await waitingFor(workspaceId, kind, values);
  const automations = await automationsWithIds(workspaceId, ids);
  return [...automations.values()].filter(({ status }) => status === 'active');
}

async function waitingFor(ws: string, kind: TriggerKind, values: readonly string[]): Promise<string[]> {
  const { pk } = keys.trigger(ws, kind, '', '');
  const ranges = values.length > askedOneByOne ? [{}] : values.map((value) => ({ beginning: `${value}#` }));
  const found = await Promise.all(ranges.map((range) => queryAll<TriggerPointer>(inPartition(pk, range))));
  // One value may begin another.
  return found
    .flat()
    .filter(({ value }) => values.includes(value))
    .map(({ automationId }) => automationId);
}
