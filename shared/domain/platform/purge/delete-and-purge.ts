import { keys, type Key } from '../../../db/keys';
import { putWrite, writeTransaction, type TransactionWrite } from '../../../db/transaction';
import { logger } from '../../../core/logger';
import { minuteMs, now, nowIso } from '../../../core/time';
import { dueAttributes } from '../scheduler/due-attributes';
import { scheduleWakeup } from '../scheduler/schedule-wakeup';
import { enqueueBackgroundJobs } from '../background-jobs/enqueue-jobs';
import type { PurgeRecord } from '../../../db/records/deletions';

interface PurgeDefinition {
  /** Where it stands that there is more to do. */
  key: (workspaceId: string, id: string) => Key<PurgeRecord>;
  /** Whoever is at it now may write something of it for so long; afterwards nobody does. */
  quietAfterMs: number;
}

/** What may have a hundred thousand records: it is gone at once for everybody who reads, and then a job takes the rest away. */
export const purges = {
  emptyAudience: { key: keys.deletedAudience, quietAfterMs: 2 * minuteMs },
  clearAutomation: { key: keys.deletedAutomation, quietAfterMs: 2 * minuteMs },
  // Slices that are under way count what they did.
  clearCampaign: { key: keys.deletedCampaign, quietAfterMs: 5 * minuteMs },
  // Functions run for five minutes at most.
  clearWorkspace: { key: keys.deletedWorkspace, quietAfterMs: 6 * minuteMs },
} as const satisfies Record<string, PurgeDefinition>;

export type PurgeJob = keyof typeof purges;

/**
 * Makes these writes, and leaves the rest to the job. False where the condition of one does not hold. The table knows
 * what has yet to be done; the message only has it begin now.
 */
export async function deleteAndPurge(
  job: PurgeJob,
  { workspaceId, id }: Pick<PurgeRecord, 'workspaceId' | 'id'>,
  writes: readonly TransactionWrite[],
): Promise<boolean> {
  const { key, quietAfterMs } = purges[job];
  const quietAt = now() + quietAfterMs;
  const deleted: PurgeRecord = { id, workspaceId, deletedAt: nowIso(), ...dueAttributes(id, job, quietAt) };
  const isDeleted = await writeTransaction([...writes, putWrite({ ...key(workspaceId, id), ...deleted })]);
  if (!isDeleted) return false;
  await scheduleWakeup(quietAt);
  await enqueueBackgroundJobs({ job, workspaceId, id }).catch((error: unknown) => {
    logger.warn('what was deleted is cleared later', { job, id, error });
  });
  return true;
}
