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

/** Whom to enrol. */
export interface EnrollmentRequest {
  /** Of the enrollment that this makes. The same again finds what was made. */
  id: string;
  /** Bare. */
  address: string;
  variables: Variables;
}

export type EnrollmentResult =
  | { enrolled: true; enrollment: Enrollment }
  | { enrolled: false; reason: AutomationIneligibility | ContactIneligibility };

/**
 * Enrols somebody, or says why not. Of several at once, one enrols them. `knownStates`: what was read of them while the
 * automation was looked for.
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
    () => serviceUnavailable('Others are enrolling the same address: repeat the request'),
  );
}

/** Undefined: somebody else enrolled them at this moment, or ended what they were in. */
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

/** An earlier attempt of the same request may have made it, and others have enrolled them since. */
const findPastEnrollment = (latest: Enrollment, id: string): Promise<Enrollment | undefined> =>
  getItem(pastEnrollmentKey({ ...latest, id }));

function newEnrollment(
  { workspaceId, id: automationId, delays: [firstDelay = 0] }: Automation,
  { id, address: email, variables }: EnrollmentRequest,
): Enrollment {
  // The list goes by the id, and a retry may come late.
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

/** False: somebody was faster. The turn first: one that is without an enrollment goes away by itself. */
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
