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

/** A new on-demand table accepts 4,000 writes per second until its traffic grows. Each entry takes four writes. */
const rateLimit = { concurrencyMax: 20, perSecondMax: 800 };

/** The maximum number of entries that one run releases. The next run releases the remaining entries. */
const entriesMax = 20_000;

/** A queue message that has had no effect after this time is considered lost. */
const lostAfterMs = 5 * minuteMs;

/**
 * After this time, the eventually consistent index shows every entry that was paused before the automation was last
 * changed.
 */
const quietAfterMs = minuteMs;

/** Reschedules all entries that were paused while the automation was inactive, longest overdue first. */
export async function resumeAutomation(workspaceId: string, id: string): Promise<void> {
  const [startedAt, automation] = [now(), await findAutomation(workspaceId, id)];
  if (!automation) return;
  const key = keys.automation(workspaceId, id);
  // If the automation was paused and activated again during this run, the due time belongs to the later activation.
  const unchangedSince: Condition<Automation> = all(ifPresent, is('updatedAt', automation.updatedAt));
  if (automation.status === 'active' && !(await resumePausedEntries(workspaceId, id))) {
    // The next queue message continues the run. If that message is lost, the scheduler continues the run when the
    // record is due.
    await updateItem(key, { set: { dueAt: toIso(now() + lostAfterMs) } }, unchangedSince);
    return enqueueBackgroundJobs({ job: 'resumeAutomation', workspaceId, id });
  }
  const changedAt = Date.parse(automation.updatedAt ?? automation.createdAt);
  if (startedAt < changedAt + quietAfterMs) return;
  await updateItem(key, { remove: dueAttributeNames }, unchangedSince);
}

/** Returns false if entries remain. */
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
