import { ifPresent } from '../../../db/condition';
import { deleteItem, getItem, updateItem } from '../../../db/table';
import { iso, minuteMs, now } from '../../../core/time';
import type { Due } from '../../../db/records/due';
import { setAlarm } from '../scheduler/set-alarm';
import { followUp } from '../background-jobs/follow-up';
import { deletions, type ClearJob } from './delete';
import type { Deleted } from '../../../db/records/deletions';

/** A message that has done nothing for so long is lost. */
const lostAfterMs = 5 * minuteMs;

/**
 * Takes everything away of what was deleted, and looks once more when nobody can write anything of it any more.
 * `clearSome` does a part, and says whether that was all.
 */
export async function clearDeleted(
  job: ClearJob,
  { workspaceId, id }: Pick<Deleted, 'workspaceId' | 'id'>,
  clearSome: (workspaceId: string, id: string) => Promise<boolean>,
): Promise<void> {
  const { key: keyOf, quietAfterMs } = deletions[job];
  const key = keyOf(workspaceId, id);
  const deleted = await getItem<Deleted>(key);
  if (!deleted) return;
  const beganAt = deleted.lookingSince === undefined ? now() : Date.parse(deleted.lookingSince);
  if (!(await clearSome(workspaceId, id))) {
    // The message goes on; the table only if that is lost.
    await updateItem<Due>(key, { set: { dueAt: iso(now() + lostAfterMs) } }, ifPresent);
    return followUp({ job, workspaceId, id });
  }
  const quietAt = Date.parse(deleted.deletedAt) + quietAfterMs;
  if (beganAt >= quietAt) return void (await deleteItem(key));
  await updateItem<Due>(key, { set: { dueAt: iso(quietAt) } }, ifPresent);
  await setAlarm(quietAt);
}
