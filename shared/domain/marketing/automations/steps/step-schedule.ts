import { atMost } from '../../../../db/condition';
import { deleteWrite, writeTransaction } from '../../../../db/transaction';
import { toIso, minuteMs, now } from '../../../../core/time';
import { findAutomation } from '../find';
import { waitUntilDue } from '../../../platform/scheduler/wait-until-due';
import type { StepMessage } from '../../../platform/scheduler/due-jobs';
import type { Enrollment } from '../../../../db/records/enrollments';
import { pauseScheduleEntry, scheduleStep, scheduleEntryKey } from '../enrollments/schedule-entry';

/**
 * Deletes a schedule entry that has no enrollment. An entry is written shortly before its enrollment, so only an entry
 * that is at least two minutes old is an orphan.
 */
export async function deleteOrphanEntry(due: StepMessage): Promise<void> {
  await writeTransaction([
    deleteWrite(scheduleEntryKey(due), atMost('writtenAt', toIso(now() - 2 * minuteMs))),
  ]);
}

/**
 * Pauses the entry. If the automation was activated meanwhile, schedules the entry again, because the activation may
 * have missed it.
 */
export async function pauseStep(enrollment: Enrollment): Promise<void> {
  await pauseScheduleEntry(enrollment);
  const automation = await findAutomation(enrollment.workspaceId, enrollment.automationId);
  if (automation?.status === 'active') await scheduleStep(enrollment, Date.parse(enrollment.nextDueAt));
}

export async function waitUntilStepDue(enrollment: Enrollment): Promise<boolean> {
  const dueAt = Date.parse(enrollment.nextDueAt);
  if (await waitUntilDue(dueAt)) return true;
  // During an attempt, the claim has already set the next due time of the entry.
  if (!enrollment.attempt) await scheduleStep(enrollment, dueAt);
  return false;
}
