import { ifPresent } from '../../db/condition';
import { keys, turnPartitions } from '../../db/keys';
import { inPartition } from '../../db/query';
import { deleteItem, deleteItems, getItem, getItems, queryAll, queryPages, updateItem } from '../../db/table';
import { iso, now } from '../../time';
import { quietAfterMs } from '../automations/delete';
import type { DeletedAutomation } from '../automations/record';
import type { Due } from '../due/registry';
import { setAlarm } from '../due/set-alarm';
import { followUp } from '../follow-ups/follow-up';
import { enrolmentKey, pastKey } from './find';
import type { Enrolment, Turn } from './record';

/** One run takes so many away, and hands the rest to the next. */
const enrolmentsMax = 5_000;

/** Takes everything of a deleted automation away, at the latest when nobody can be enrolled in it any more. */
export async function clearAutomation(workspaceId: string, id: string): Promise<void> {
  const key = keys.deletedAutomation(workspaceId, id);
  const [beganAt, deleted] = [now(), await getItem<DeletedAutomation>(key)];
  if (!deleted) return;
  if (!(await clearTurns(workspaceId, id))) return followUp({ job: 'clearAutomation', workspaceId, id });
  const quietAt = Date.parse(deleted.deletedAt) + quietAfterMs;
  if (beganAt >= quietAt) return forget(workspaceId, id);
  await updateItem<Due>(key, { set: { dueAt: iso(quietAt) } }, ifPresent);
  await setAlarm(quietAt);
}

/** False: there are more. */
async function clearTurns(workspaceId: string, automationId: string): Promise<boolean> {
  let left = enrolmentsMax;
  for (const pk of turnPartitions(workspaceId, automationId)) {
    for await (const turns of queryPages<Turn>(inPartition(pk, { pageSize: 200 }))) {
      const last = new Set((await getItems<Enrolment>(turns.map(enrolmentKey))).map(({ id }) => id));
      await deleteItems(turns.map((turn) => (last.has(turn.id) ? enrolmentKey(turn) : pastKey(turn))));
      // Last: whoever stands here has an enrolment that is still to go.
      await deleteItems(turns);
      left -= turns.length;
      if (left <= 0) return false;
    }
  }
  return true;
}

async function forget(workspaceId: string, id: string): Promise<void> {
  const counts = keys.enrolmentCounts(workspaceId, id, '');
  await deleteItems([
    ...(await queryAll<object>(inPartition(counts.pk, { beginning: counts.sk }))),
    keys.automationSteps(workspaceId, id),
  ]);
  await deleteItem(keys.deletedAutomation(workspaceId, id));
}
