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

/** One run begins nothing more after so long, and hands the rest to the next. */
const runMs = 20_000;

/** A message that has done nothing for so long is lost. */
const lostAfterMs = 5 * minuteMs;

/**
 * Erases what is older than the workspace wants to keep mail, once a day: conversations with all that was said in them,
 * and the mail that is in none. Until the operator takes the setting back.
 */
export async function expireMail(workspaceId: string): Promise<void> {
  const key = keys.retention(workspaceId);
  const retention = await getItem(key);
  if (!retention) return;
  const workspace = await getItem(keys.workspace(workspaceId));
  const days = workspace?.mailRetentionDays;
  // Who sets it again at this moment has made it due anew, and that stays.
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

/** Where the next run goes on, when there was no time for all. */
async function expire(
  scope: ExpiryScope,
  position: LogPosition = startOfLog,
): Promise<LogPosition | undefined> {
  return (await expireThreads(scope)) ? expireLog(scope, position) : position;
}

/** The message goes on; the table only if that is lost. */
async function continueInNextRun(workspaceId: string, position: LogPosition): Promise<void> {
  const dueAt = toIso(now() + lostAfterMs);
  await updateItem(keys.retention(workspaceId), { set: { dueAt, position } }, ifPresent);
  await enqueueBackgroundJobs({ job: 'expireMail', workspaceId, id: workspaceId });
}
