import { all, ifPresent, is, type Condition } from '../../../../db/condition';
import { pausedEntriesKey, keys } from '../../../../db/keys';
import { indexQuery } from '../../../../db/query';
import { queryPages, updateItem } from '../../../../db/table';
import { forEachRateLimited } from '../../../../async/for-each-rate-limited';
import { toIso, minuteMs, now } from '../../../../core/time';
import { findAutomation } from '../find';
import type { Automation } from '../../../../db/records/automations';
import { dueAttributeNames } from '../../../platform/scheduler/due-attributes';
import { scheduleWakeup } from '../../../platform/scheduler/schedule-wakeup';
import { enqueueBackgroundJobs } from '../../../platform/background-jobs/enqueue-jobs';
import type { ScheduleEntry } from '../../../../db/records/enrollments';
import { resumeScheduleEntry } from './schedule-entry';

/** A new table takes 4,000 writes a second until its traffic grows: a turn takes four. */
const rateLimit = { concurrencyMax: 20, perSecondMax: 800 };

/** One run releases so many, and hands the rest to the next. */
const entriesMax = 20_000;

/** A message that has done nothing for so long is lost. */
const lostAfterMs = 5 * minuteMs;

/** What was held a moment before is found by now. */
const quietAfterMs = minuteMs;

/** Makes all turns due again that were held while the automation was not active; the longest due come first. */
export async function resumeAutomation(workspaceId: string, id: string): Promise<void> {
  const [startedAt, automation] = [now(), await findAutomation(workspaceId, id)];
  if (!automation) return;
  const key = keys.automation(workspaceId, id);
  // Somebody may have paused it and made it active again meanwhile: then it has yet to be looked at for that.
  const unchangedSince: Condition<Automation> = all(ifPresent, is('updatedAt', automation.updatedAt));
  if (automation.status === 'active' && !(await resumePausedEntries(workspaceId, id))) {
    // The message goes on; the table only if that is lost.
    await updateItem(key, { set: { dueAt: toIso(now() + lostAfterMs) } }, unchangedSince);
    return enqueueBackgroundJobs({ job: 'resumeAutomation', workspaceId, id });
  }
  const changedAt = Date.parse(automation.updatedAt ?? automation.createdAt);
  if (startedAt < changedAt + quietAfterMs) return;
  await updateItem(key, { remove: dueAttributeNames }, unchangedSince);
}

/** False: there are more. */
async function resumePausedEntries(workspaceId: string, id: string): Promise<boolean> {
  let remaining = entriesMax;
  for await (const entries of queryPages<ScheduleEntry>(
    indexQuery('byWaiting', pausedEntriesKey(workspaceId, id), { pageSize: 500 }),
  )) {
    await forEachRateLimited(entries, rateLimit, resumeScheduleEntry);
    await scheduleWakeup(now());
    remaining -= entries.length;
    if (remaining <= 0) return false;
  }
  return true;
}
