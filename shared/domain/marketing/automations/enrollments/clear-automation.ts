import { keys, schedulePartitions } from '../../../../db/keys';
import { partitionQuery } from '../../../../db/query';
import { deleteItems, getItems, queryAll, queryPages } from '../../../../db/table';
import { purgeDeleted } from '../../../platform/purge/purge-deleted';
import { enrollmentKey, pastEnrollmentKey } from './find';
import type { ScheduleEntry } from '../../../../db/records/enrollments';

/** One run takes so many away, and hands the rest to the next. */
const enrollmentsMax = 5_000;

/** Takes everything of a deleted automation away. */
export const clearAutomation = (workspaceId: string, id: string): Promise<void> =>
  purgeDeleted('clearAutomation', { workspaceId, id }, clearSome);

/** False: there are more. */
async function clearSome(workspaceId: string, automationId: string): Promise<boolean> {
  let remaining = enrollmentsMax;
  for (const pk of schedulePartitions(workspaceId, automationId)) {
    for await (const entries of queryPages<ScheduleEntry>(partitionQuery(pk, { pageSize: 200 }))) {
      const latestIds = new Set((await getItems(entries.map(enrollmentKey))).map(({ id }) => id));
      // Both: somebody who is enrolled again at this moment moves the one before.
      await deleteItems(
        entries.flatMap((entry) => [
          pastEnrollmentKey(entry),
          ...(latestIds.has(entry.id) ? [enrollmentKey(entry)] : []),
        ]),
      );
      // Last: whoever stands here has an enrollment that is still to go.
      await deleteItems(entries);
      remaining -= entries.length;
      if (remaining <= 0) return false;
    }
  }
  await clearCountsAndSteps(workspaceId, automationId);
  return true;
}

/** Its counts, and what its steps said. */
async function clearCountsAndSteps(workspaceId: string, id: string): Promise<void> {
  const counts = keys.enrollmentCounts(workspaceId, id, '');
  await deleteItems([
    ...(await queryAll<object>(partitionQuery(counts.pk, { beginsWith: counts.sk }))),
    keys.automationSteps(workspaceId, id),
  ]);
}
