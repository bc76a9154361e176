import { ifPresent, is } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { getItem, updateItem } from '../../../db/table';
import { erase, writeTogether } from '../../../db/transaction';
import { logger } from '../../../core/logger';
import { dayMs, iso, minuteMs, now } from '../../../core/time';
import { setAlarm } from '../../platform/scheduler/set-alarm';
import { followUp } from '../../platform/background-jobs/follow-up';
import type { Workspace } from '../../../db/records/workspaces';
import { expireConversations } from './conversations';
import type { Expiry } from './erase';
import { expireLog, startOfLog } from './log';
import type { LogPlace, Retention } from '../../../db/records/retention';

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
  const retention = await getItem<Retention>(key);
  if (!retention) return;
  const workspace = await getItem<Workspace>(keys.workspace(workspaceId));
  const days = workspace?.mailRetentionDays;
  // Who sets it again at this moment has made it due anew, and that stays.
  if (!days) return void (await writeTogether([erase(key, is('dueAt', retention.dueAt))]));

  const mail = { workspaceId, before: now() - days * dayMs, until: now() + runMs };
  const rest = await expire(mail, retention.place);
  if (rest) return goOn(workspaceId, rest);
  const nextAt = now() + dayMs;
  await updateItem<Retention>(key, { set: { dueAt: iso(nextAt) }, remove: ['place'] }, ifPresent);
  await setAlarm(nextAt);
  logger.info('mail expired', { workspaceId, before: iso(mail.before) });
}

/** Where the next run goes on, when there was no time for all. */
async function expire(mail: Expiry, from: LogPlace = startOfLog): Promise<LogPlace | undefined> {
  return (await expireConversations(mail)) ? expireLog(mail, from) : from;
}

/** The message goes on; the table only if that is lost. */
async function goOn(workspaceId: string, place: LogPlace): Promise<void> {
  const dueAt = iso(now() + lostAfterMs);
  await updateItem<Retention>(keys.retention(workspaceId), { set: { dueAt, place } }, ifPresent);
  await followUp({ job: 'expireMail', workspaceId, id: workspaceId });
}
