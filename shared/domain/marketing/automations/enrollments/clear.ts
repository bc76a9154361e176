import { keys, turnPartitions } from '../../../../db/keys';
import { inPartition } from '../../../../db/query';
import { deleteItems, getItems, queryAll, queryPages } from '../../../../db/table';
import { clearDeleted } from '../../../platform/purge/clear';
import { enrolmentKey, pastKey } from './find';
import type { Enrolment, Turn } from '../../../../db/records/enrollments';

/** One run takes so many away, and hands the rest to the next. */
const enrolmentsMax = 5_000;

/** Takes everything of a deleted automation away. */
export const clearAutomation = (workspaceId: string, id: string): Promise<void> =>
  clearDeleted('clearAutomation', { workspaceId, id }, clearSome);

/** False: there are more. */
async function clearSome(workspaceId: string, automationId: string): Promise<boolean> {
  let left = enrolmentsMax;
  for (const pk of turnPartitions(workspaceId, automationId)) {
    for await (const turns of queryPages<Turn>(inPartition(pk, { pageSize: 200 }))) {
      const last = new Set((await getItems<Enrolment>(turns.map(enrolmentKey))).map(({ id }) => id));
      // Both: somebody who is enrolled again at this moment moves the one before.
      await deleteItems(
        turns.flatMap((turn) => [pastKey(turn), ...(last.has(turn.id) ? [enrolmentKey(turn)] : [])]),
      );
      // Last: whoever stands here has an enrolment that is still to go.
      await deleteItems(turns);
      left -= turns.length;
      if (left <= 0) return false;
    }
  }
  await clearOwn(workspaceId, automationId);
  return true;
}

/** Its counts, and what its steps said. */
async function clearOwn(workspaceId: string, id: string): Promise<void> {
  const counts = keys.enrolmentCounts(workspaceId, id, '');
  await deleteItems([
    ...(await queryAll<object>(inPartition(counts.pk, { beginning: counts.sk }))),
    keys.automationSteps(workspaceId, id),
  ]);
}
