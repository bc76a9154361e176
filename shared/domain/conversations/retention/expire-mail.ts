import { ifPresent, is } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { getItem, updateItem } from '../../../db/table';
import { deleteWrite, writeTransaction } from '../../../db/transaction';
import { logger } from '../../../core/logger';
import { dayMs, toIso, minuteMs, now } from '../../../core/time';
import { scheduleWakeup } from '../../platform/scheduler/schedule-wakeup';
import { enqueueBackgroundJobs } from '../../platform/background-jobs/enqueue-jobs';
import { expireThreads } from './expire-threads';
import type { ExpiryScope } from './erase';
import { expireLog, startOfLog } from './expire-log';
import type { LogPosition } from '../../../db/records/retention';

/** A run starts no further work after this time. The next run continues. */
const runMs = 20_000;

/** A queue message that has had no effect after this time is considered lost. */
const lostAfterMs = 5 * minuteMs;

/**
 * Deletes conversations and other email older than the workspace's retention period. Runs once a day until the operator
 * removes the setting.
 */
export async function expireMail(workspaceId: string): Promise<void> {
  const key = keys.retention(workspaceId);
  const retention = await getItem(key);
  if (!retention) return;
  const workspace = await getItem(keys.workspace(workspaceId));
  const days = workspace?.mailRetentionDays;
  // If the operator sets the retention again concurrently, the record has a new due time and is not deleted.
  if (!days) {
    await writeTransaction([deleteWrite(key, is('dueAt', retention.dueAt))]);
    return;
  }

  const scope = { workspaceId, before: now() - days * dayMs, until: now() + runMs };
  const nextPosition = await expire(scope, retention.position);
  if (nextPosition) return continueInNextRun(workspaceId, nextPosition);
  const nextAt = now() + dayMs;
  await updateItem(key, { set: { dueAt: toIso(nextAt) }, remove: ['position'] }, ifPresent);
  await scheduleWakeup(nextAt);
  logger.info('mail expired', { workspaceId, before: toIso(scope.before) });
}

/** Returns the position for the next run if time ran out. */
async function expire(
  scope: ExpiryScope,
  position: LogPosition = startOfLog,
): Promise<LogPosition | undefined> {
  return (await expireThreads(scope)) ? expireLog(scope, position) : position;
}

/**
 * The next queue message continues the run. If that message is lost, the scheduler continues the run when the record is
 * due.
 */
async function continueInNextRun(workspaceId: string, position: LogPosition): Promise<void> {
  const dueAt = toIso(now() + lostAfterMs);
  await updateItem(keys.retention(workspaceId), { set: { dueAt, position } }, ifPresent);
  await enqueueBackgroundJobs({ job: 'expireMail', workspaceId, id: workspaceId });
}
