import { keys, type Key } from '../../../db/keys';
import { putWrite, writeTransaction, type TransactionWrite } from '../../../db/transaction';
import { logger } from '../../../core/logger';
import { minuteMs, now, nowIso } from '../../../core/time';
import { dueAttributes } from '../scheduler/due-attributes';
import { scheduleWakeup } from '../scheduler/schedule-wakeup';
import { enqueueBackgroundJobs } from '../background-jobs/enqueue-jobs';
import type { PurgeRecord } from '../../../db/records/deletions';

interface PurgeDefinition {
  /** The key of the record that exists until the purge is finished. */
  key: (workspaceId: string, id: string) => Key<PurgeRecord>;
  /** How long functions that were running at the deletion may continue to write records of the deleted resource. */
  quietAfterMs: number;
}

/**
 * Deletions of up to a hundred thousand records. The deleted resource is immediately invisible to readers, and a
 * job deletes its records later.
 */
export const purges = {
  emptyAudience: { key: keys.deletedAudience, quietAfterMs: 2 * minuteMs },
  clearAutomation: { key: keys.deletedAutomation, quietAfterMs: 2 * minuteMs },
  // Workers that are sending a slice record their results after the deletion.
  clearCampaign: { key: keys.deletedCampaign, quietAfterMs: 5 * minuteMs },
  // Functions run for five minutes at most.
  clearWorkspace: { key: keys.deletedWorkspace, quietAfterMs: 6 * minuteMs },
} as const satisfies Record<string, PurgeDefinition>;

export type PurgeJob = keyof typeof purges;

/**
 * Makes these writes and starts the job that purges the remaining records. Returns false if a condition of the writes
 * is false. The due record tracks the purge, and the queue message starts the purge immediately.
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
    logger.warn('purge message not queued; the purge starts when it is due', { job, id, error });
  });
  return true;
}
