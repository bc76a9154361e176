import { keys, schedulePartitions } from '../../../../db/keys';
import { partitionQuery } from '../../../../db/query';
import { deleteItems, getItems, queryAll, queryPages } from '../../../../db/table';
import { purgeDeleted } from '../../../platform/purge/purge-deleted';
import { enrollmentKey, pastEnrollmentKey } from './find';
import type { ScheduleEntry } from '../../../../db/records/enrollments';

/** The maximum number of enrollments that one run deletes. The next run deletes the remaining enrollments. */
const enrollmentsMax = 5_000;

/** Deletes all records of a deleted automation. */
export const clearAutomation = (workspaceId: string, id: string): Promise<void> =>
  purgeDeleted('clearAutomation', { workspaceId, id }, clearSome);

/** Returns false if records remain. */
async function clearSome(workspaceId: string, automationId: string): Promise<boolean> {
  let remaining = enrollmentsMax;
  for (const pk of schedulePartitions(workspaceId, automationId)) {
    for await (const entries of queryPages<ScheduleEntry>(partitionQuery(pk, { pageSize: 200 }))) {
      const latestIds = new Set((await getItems(entries.map(enrollmentKey))).map(({ id }) => id));
      // Also delete under the key of a past enrollment, because a concurrent enrollment of the same address moves the
      // earlier enrollment to that key.
      await deleteItems(
        entries.flatMap((entry) => [
          pastEnrollmentKey(entry),
          ...(latestIds.has(entry.id) ? [enrollmentKey(entry)] : []),
        ]),
      );
      // Delete the entries last, because the next run uses them to find enrollments to delete.
      await deleteItems(entries);
      remaining -= entries.length;
      if (remaining <= 0) return false;
    }
  }
  await clearCountsAndSteps(workspaceId, automationId);
  return true;
}

async function clearCountsAndSteps(workspaceId: string, id: string): Promise<void> {
  const counts = keys.enrollmentCounts(workspaceId, id, '');
  await deleteItems([
    ...(await queryAll<object>(partitionQuery(counts.pk, { beginsWith: counts.sk }))),
    keys.automationSteps(workspaceId, id),
  ]);
}
