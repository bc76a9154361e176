import { all, any, is, type Condition } from '../../../../db/condition';
import { updateItem } from '../../../../db/table';
import type { ApiError, ErrorType } from '../../../../core/errors';
import { truncateText } from '../../../../text/truncate-text';
import { toIso, minuteMs, newId, nextUtcDay, now } from '../../../../core/time';
import type { Automation } from '../../../../db/records/automations';
import { unknownOutcomeMs } from '../../../send/deliver/claim';
import { endEnrollment, type EnrollmentEnding } from '../enrollments/end-enrollments';
import { enrollmentKey } from '../enrollments/find';
import type { Enrollment } from '../../../../db/records/enrollments';
import { unscheduleStep, scheduleStep } from '../enrollments/schedule-entry';

/** The delay before a step that was not sent is retried (AT-37). */
const retryAfterMs = 5 * minuteMs;

/** An enrollment whose current step this attempt has claimed. */
export type ClaimedEnrollment = Enrollment & Required<Pick<Enrollment, 'attempt'>>;

/**
 * Claims the step for a new attempt. Returns undefined if another attempt has claimed the step or the enrollment has
 * ended.
 */
export async function claimStep(enrollment: Enrollment): Promise<ClaimedEnrollment | undefined> {
  const attempt = { emailId: newId(), startedAt: now() };
  const claimed = await updateItem(
    enrollmentKey(enrollment),
    {
      set: { attempt, attempts: enrollment.attempts + 1, nextDueAt: toIso(attempt.startedAt + retryAfterMs) },
    },
    // The SDK repeats a write whose response was lost. The repeated write must accept the claim of the first write.
    all(
      isAtSameStep(enrollment),
      any(is('attempts', enrollment.attempts), is('attempt.emailId', attempt.emailId)),
    ),
  );
  return claimed && { ...claimed, attempt };
}

const isAtSameStep = ({ id, currentStep }: Enrollment): Condition<Enrollment> =>
  all(is('id', id), is('status', 'active'), is('currentStep', currentStep));

/**
 * Records a sent step and schedules the next step, or completes the enrollment. If the enrollment has already advanced,
 * for example because the response to an earlier try of this write was lost, the entry stays due and `sendStep` reads
 * the new state.
 */
export async function recordStepSent(
  enrollment: Enrollment,
  { delays }: Automation,
  sentAt: string,
): Promise<void> {
  const delay = delays[enrollment.currentStep + 1];
  if (delay === undefined) return completeEnrollment(enrollment, sentAt);
  const nextDueAt = Date.parse(sentAt) + delay * minuteMs;
  const set: Partial<Enrollment> = {
    currentStep: enrollment.currentStep + 1,
    attempts: 0,
    lastError: null,
    nextDueAt: toIso(nextDueAt),
  };
  const isUpdated = await updateItem(
    enrollmentKey(enrollment),
    { set, remove: ['attempt', 'unmetRequirements'] },
    isAtSameStep(enrollment),
  );
  if (isUpdated) await scheduleStep(enrollment, nextDueAt);
}

async function completeEnrollment(enrollment: Enrollment, sentAt: string): Promise<void> {
  await endAndUnschedule(enrollment, {
    status: 'completed',
    completedAt: sentAt,
    currentStep: enrollment.currentStep + 1,
    lastError: null,
  });
}

/** Ends the enrollment, unless it has already ended, and unschedules it. */
export async function endAndUnschedule(enrollment: Enrollment, ending: EnrollmentEnding): Promise<void> {
  await endEnrollment(enrollment, ending);
  await unscheduleStep(enrollment);
}

/** How a step responds to a refusal (AT-35 to AT-37). */
type RefusalAction = 'fail' | 'retry-for-a-day' | 'retry-next-day' | 'retry';

const refusalActions: Partial<Record<ErrorType, RefusalAction>> = {
  invalid_request: 'fail',
  missing_variables: 'fail',
  unknown_topic: 'fail',
  workspace_suspended: 'fail',
  no_verified_identity: 'fail',
  plan_limit_reached: 'retry-for-a-day',
  no_postal_address: 'retry-for-a-day',
  warmup_limit: 'retry-next-day',
};

/** The number of five-minute retries in a day. */
const unmetRequirementsMax = 288;

/** Records why the step was not sent, and retries it later or fails the enrollment. */
export async function recordStepRefused(enrollment: ClaimedEnrollment, error: ApiError): Promise<void> {
  const refusalAction = refusalActions[error.type] ?? 'retry';
  const lastError = stepErrorText(enrollment, `${error.type}: ${error.message}`);
  const unmetRequirements =
    (enrollment.unmetRequirements ?? 0) + (refusalAction === 'retry-for-a-day' ? 1 : 0);
  if (refusalAction === 'fail' || unmetRequirements >= unmetRequirementsMax)
    return endAndUnschedule(enrollment, { status: 'failed', lastError });
  const retryAtMs =
    refusalAction === 'retry-next-day' ? nextUtcDay() : enrollment.attempt.startedAt + retryAfterMs;
  await scheduleStepRetry(enrollment, retryAtMs, {
    set: { lastError, unmetRequirements },
    remove: ['attempt'],
  });
}

/** Fails an enrollment whose recipient domain cannot receive mail. */
export const recordStepRejected = (enrollment: Enrollment, reason: string): Promise<void> =>
  endAndUnschedule(enrollment, { status: 'failed', lastError: stepErrorText(enrollment, reason) });

/** SES may have accepted the email, so the retry waits until the Send event would have arrived. */
export const recordStepOutcomeUnknown = (enrollment: ClaimedEnrollment, errorText: string): Promise<void> =>
  scheduleStepRetry(enrollment, enrollment.attempt.startedAt + unknownOutcomeMs, {
    set: { lastError: stepErrorText(enrollment, errorText) },
  });

async function scheduleStepRetry(
  enrollment: ClaimedEnrollment,
  atMs: number,
  { set, remove = [] }: { set: Partial<Enrollment>; remove?: readonly 'attempt'[] },
): Promise<void> {
  const isUpdated = await updateItem(
    enrollmentKey(enrollment),
    { set: { ...set, nextDueAt: toIso(atMs) }, remove },
    all(isAtSameStep(enrollment), is('attempt.emailId', enrollment.attempt.emailId)),
  );
  if (isUpdated) await scheduleStep(enrollment, atMs);
}

const errorLengthMax = 1_000;

/** Steps are numbered from 1 for users. */
const stepErrorText = ({ currentStep }: Enrollment, reason: string): string =>
  truncateText(`Step ${currentStep + 1}: ${reason}`, errorLengthMax);
