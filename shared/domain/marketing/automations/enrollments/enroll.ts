import { all, ifAbsent, is, isNot } from '../../../../db/condition';
import { serviceUnavailable, retryOnConflict } from '../../../../db/retry-on-conflict';
import { getItem, putItem } from '../../../../db/table';
import { putWrite, writeTransaction } from '../../../../db/transaction';
import { toIso, minuteMs, timeOfId } from '../../../../core/time';
import type { Automation, Variables } from '../../../../db/records/automations';
import { scheduleWakeup } from '../../../platform/scheduler/schedule-wakeup';
import { countChangeWrite } from './counts';
import { enrollmentKey, pastEnrollmentKey } from './find';
import {
  findIneligibility,
  readCandidates,
  type AutomationIneligibility,
  type EnrollmentCandidates,
  type ContactIneligibility,
  type readEnrollmentStates,
} from './eligibility';
import type { Enrollment, ScheduleEntry } from '../../../../db/records/enrollments';
import { newScheduleEntry, scheduleEntryKey } from './schedule-entry';

/** The enrollment to create. */
export interface EnrollmentRequest {
  /** The id of the new enrollment. A request with the same id returns the existing enrollment. */
  id: string;
  /** The address without a display name. */
  address: string;
  variables: Variables;
}

export type EnrollmentResult =
  | { enrolled: true; enrollment: Enrollment }
  | { enrolled: false; reason: AutomationIneligibility | ContactIneligibility };

/**
 * Enrolls an address, or returns the reason why it cannot be enrolled. Of several concurrent requests, only one creates
 * the enrollment. `knownStates`: the states that the caller read together with the automation.
 */
export function enroll(
  automation: Automation,
  request: EnrollmentRequest,
  knownStates?: Awaited<ReturnType<typeof readEnrollmentStates>>,
): Promise<EnrollmentResult> {
  let prefetched = knownStates;
  return retryOnConflict(
    async () => {
      const candidates = await readCandidates(automation, [request.address], prefetched);
      prefetched = undefined;
      return tryEnroll(candidates, request);
    },
    () => serviceUnavailable('Other requests are enrolling the same address. Retry the request'),
  );
}

/** Returns undefined if a concurrent request enrolled the address or changed its latest enrollment. */
async function tryEnroll(
  candidates: EnrollmentCandidates,
  request: EnrollmentRequest,
): Promise<EnrollmentResult | undefined> {
  const { id } = request;
  const [candidate] = candidates.candidates;
  const latest = candidate?.latestEnrollment;
  const ownEnrollment = latest?.id === id ? latest : latest && (await findPastEnrollment(latest, id));
  if (ownEnrollment) return { enrolled: true, enrollment: ownEnrollment };
  const reason = candidate && findIneligibility(candidates, candidate);
  if (reason) return { enrolled: false, reason };
  const enrollment = newEnrollment(candidates.automation, request);
  if (await writeEnrollment(enrollment, latest)) return { enrolled: true, enrollment };
  return undefined;
}

/** Finds an enrollment that an earlier attempt of this request created, before the address was enrolled again. */
const findPastEnrollment = (latest: Enrollment, id: string): Promise<Enrollment | undefined> =>
  getItem(pastEnrollmentKey({ ...latest, id }));

function newEnrollment(
  { workspaceId, id: automationId, delays: [firstDelay = 0] }: Automation,
  { id, address: email, variables }: EnrollmentRequest,
): Enrollment {
  // Use the time of the id, because the list is sorted by id and a retry may run much later.
  const atMs = timeOfId(id);
  return {
    id,
    workspaceId,
    automationId,
    email,
    currentStep: 0,
    status: 'active',
    nextDueAt: toIso(atMs + firstDelay * minuteMs),
    variables,
    enrolledAt: toIso(atMs),
    completedAt: null,
    canceledAt: null,
    cancelReason: null,
    lastError: null,
    attempts: 0,
  };
}

/**
 * Returns false if a concurrent request was faster. The schedule entry is written first. A worker deletes an entry
 * without an enrollment when the entry is due, but no worker would find an enrollment without an entry.
 */
async function writeEnrollment(enrollment: Enrollment, latest: Enrollment | undefined): Promise<boolean> {
  await putItem<ScheduleEntry>({ ...scheduleEntryKey(enrollment), ...newScheduleEntry(enrollment) });
  const item = { ...enrollmentKey(enrollment), ...enrollment };
  const [isWritten] = await Promise.all([
    writeTransaction([
      ...(latest
        ? [
            putWrite({ ...latest, ...pastEnrollmentKey(latest) }, ifAbsent),
            putWrite(item, all(is('id', latest.id), isNot('status', 'active'))),
          ]
        : [putWrite(item, ifAbsent)]),
      countChangeWrite(enrollment, { to: 'active' }),
    ]),
    scheduleWakeup(Date.parse(enrollment.nextDueAt)),
  ]);
  return isWritten;
}
