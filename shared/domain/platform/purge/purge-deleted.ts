import { ifPresent } from '../../../db/condition';
import { deleteItem, getItem, updateItem } from '../../../db/table';
import { toIso, minuteMs, now } from '../../../core/time';
import { scheduleWakeup } from '../scheduler/schedule-wakeup';
import { enqueueBackgroundJobs } from '../background-jobs/enqueue-jobs';
import { purges, type PurgeJob } from './delete-and-purge';
import type { PurgeRecord } from '../../../db/records/deletions';

/** A queue message that has had no effect after this time is considered lost. */
const lostAfterMs = 5 * minuteMs;

/**
 * Purges all records that belong to a deleted resource, and purges again after the last function that may write such
 * records has ended. `purgeBatch` deletes some records and returns false if records remain.
 */
export async function purgeDeleted(
  job: PurgeJob,
  { workspaceId, id }: Pick<PurgeRecord, 'workspaceId' | 'id'>,
  purgeBatch: (workspaceId: string, id: string) => Promise<boolean>,
): Promise<void> {
  const { key: keyOf, quietAfterMs } = purges[job];
  const key = keyOf(workspaceId, id);
  const deleted = await getItem(key);
  if (!deleted) return;
  const startedAt = deleted.purgeStartedAt === undefined ? now() : Date.parse(deleted.purgeStartedAt);
  if (!(await purgeBatch(workspaceId, id))) {
    // The next queue message continues the purge. If that message is lost, the scheduler continues the purge when the
    // record is due.
    await updateItem(key, { set: { dueAt: toIso(now() + lostAfterMs) } }, ifPresent);
    return enqueueBackgroundJobs({ job, workspaceId, id });
  }
  const quietAt = Date.parse(deleted.deletedAt) + quietAfterMs;
  if (startedAt >= quietAt) {
    await deleteItem(key);
    return;
  }
  await updateItem(key, { set: { dueAt: toIso(quietAt) } }, ifPresent);
  await scheduleWakeup(quietAt);
}
