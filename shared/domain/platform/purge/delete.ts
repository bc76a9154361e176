import { keys, type Key } from '../../../db/keys';
import { put, writeTogether, type Write } from '../../../db/transaction';
import { logger } from '../../../core/logger';
import { minuteMs, now, nowIso } from '../../../core/time';
import { dueAtTime } from '../scheduler/due-at';
import type { Due } from '../../../db/records/due';
import { setAlarm } from '../scheduler/set-alarm';
import { followUp } from '../background-jobs/follow-up';
import type { Deleted } from '../../../db/records/deletions';

interface Deletion {
  /** Where it stands that there is more to do. */
  key: (workspaceId: string, id: string) => Key;
  /** Whoever is at it now may write something of it for so long; afterwards nobody does. */
  quietAfterMs: number;
}

/** What may have a hundred thousand records: it is gone at once for everybody who reads (contract.md, D55), and then a job takes the rest away. */
export const deletions = {
  emptyAudience: { key: keys.deletedAudience, quietAfterMs: 2 * minuteMs },
  clearAutomation: { key: keys.deletedAutomation, quietAfterMs: 2 * minuteMs },
  // Slices that are under way count what they did.
  clearCampaign: { key: keys.deletedCampaign, quietAfterMs: 5 * minuteMs },
  // Functions run for five minutes at most.
  clearWorkspace: { key: keys.deletedWorkspace, quietAfterMs: 6 * minuteMs },
} as const satisfies Record<string, Deletion>;

export type ClearJob = keyof typeof deletions;

/**
 * Makes these writes, and leaves the rest to the job. False where the condition of one does not hold. The table knows
 * what has yet to be done; the message only has it begin now.
 */
export async function deleteAndClear(
  job: ClearJob,
  { workspaceId, id }: Pick<Deleted, 'workspaceId' | 'id'>,
  writes: readonly Write[],
): Promise<boolean> {
  const { key, quietAfterMs } = deletions[job];
  const quietAt = now() + quietAfterMs;
  const deleted: Deleted & Due = { id, workspaceId, deletedAt: nowIso(), ...dueAtTime(id, job, quietAt) };
  const isDeleted = await writeTogether([...writes, put({ ...key(workspaceId, id), ...deleted })]);
  if (!isDeleted) return false;
  await setAlarm(quietAt);
  await followUp({ job, workspaceId, id }).catch((error: unknown) => {
    logger.warn('what was deleted is cleared later', { job, id, error });
  });
  return true;
}
