import { attributeNotExists, all, ifPresent, is } from '../../../../db/condition';
import { pausedEntriesKey, keys, type Key } from '../../../../db/keys';
import { updateItem } from '../../../../db/table';
import { dueAttributes, dueAttributeNames } from '../../../platform/scheduler/due-attributes';
import { scheduleWakeup } from '../../../platform/scheduler/schedule-wakeup';
import { nowIso } from '../../../../core/time';
import type { Enrollment, ScheduleEntry } from '../../../../db/records/enrollments';

type EnrollmentRef = Pick<Enrollment, 'workspaceId' | 'automationId' | 'id'>;

export const scheduleEntryKey = ({ workspaceId, automationId, id }: EnrollmentRef): Key<ScheduleEntry> =>
  keys.scheduleEntry(workspaceId, automationId, id);

export const newScheduleEntry = ({
  workspaceId,
  automationId,
  id,
  email,
  nextDueAt,
}: Enrollment): ScheduleEntry => ({
  id,
  workspaceId,
  automationId,
  email,
  recipientCount: 1,
  writtenAt: nowIso(),
  ...dueAttributes(id, 'sendStep', Date.parse(nextDueAt)),
});

/** Makes the step due at `atMs`. */
export async function scheduleStep(enrollmentRef: EnrollmentRef, atMs: number): Promise<void> {
  await updateItem(
    scheduleEntryKey(enrollmentRef),
    { set: dueAttributes(enrollmentRef.id, 'sendStep', atMs), remove: ['waitingKey', 'waitingAt'] },
    ifPresent,
  );
  await scheduleWakeup(atMs);
}

export async function unscheduleStep(enrollmentRef: EnrollmentRef): Promise<void> {
  await updateItem(
    scheduleEntryKey(enrollmentRef),
    { remove: [...dueAttributeNames, 'waitingKey', 'waitingAt'] },
    ifPresent,
  );
}

/** Pauses the entry until the automation is active again. */
export async function pauseScheduleEntry({ nextDueAt, ...enrollmentRef }: Enrollment): Promise<void> {
  await updateItem(
    scheduleEntryKey(enrollmentRef),
    {
      set: {
        waitingKey: pausedEntriesKey(enrollmentRef.workspaceId, enrollmentRef.automationId),
        waitingAt: nextDueAt,
      },
      remove: dueAttributeNames,
    },
    all(ifPresent, attributeNotExists('waitingKey')),
  );
}

/** Makes a paused entry due at its original time. */
export async function resumeScheduleEntry({ waitingAt = '', ...entry }: ScheduleEntry): Promise<void> {
  await updateItem(
    scheduleEntryKey(entry),
    { set: dueAttributes(entry.id, 'sendStep', Date.parse(waitingAt)), remove: ['waitingKey', 'waitingAt'] },
    is('waitingAt', waitingAt),
  );
}
