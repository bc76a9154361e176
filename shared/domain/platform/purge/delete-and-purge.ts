import { keys, type Key } from '../../../db/keys';
import { putWrite, writeTransaction, type TransactionWrite } from '../../../db/transaction';
import { logger } from '../../../core/logger';
import { minuteMs, now, nowIso } from '../../../core/time';
import { dueAttributes } from '../scheduler/due-attributes';
import { scheduleWakeup } from '../scheduler/schedule-wakeup';
import { enqueueBackgroundJobs } from '../background-jobs/enqueue-jobs';
import type { PurgeRecord } from '../../../db/records/deletions';

interface PurgeDefinition {
  /** The record that says that the purge is not finished. */
  key: (workspaceId: string, id: string) => Key<PurgeRecord>;
  /** How long functions that are already running may still write records of what was deleted. */
  quietAfterMs: number;
}

/**
 * Deletions of up to a hundred thousand records. What was deleted is gone for readers at once, and a job
 * deletes its records later.
 */
export const purges = {
  emptyAudience: { key: keys.deletedAudience, quietAfterMs: 2 * minuteMs },
  clearAutomation: { key: keys.deletedAutomation, quietAfterMs: 2 * minuteMs },
  // Running slices still record their results.
  clearCampaign: { key: keys.deletedCampaign, quietAfterMs: 5 * minuteMs },
  // Functions run for five minutes at most.
  clearWorkspace: { key: keys.deletedWorkspace, quietAfterMs: 6 * minuteMs },
} as const satisfies Record<string, PurgeDefinition>;

export type PurgeJob = keyof typeof purges;

/**
 * Makes these writes and leaves the rest to the job. Returns false if a condition of the writes does not hold. The
 * due record keeps track of the purge; the message only starts it immediately.
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
    logger.warn('purge message not queued, the purge starts when it is due', { job, id, error });
  });
  return true;
}
