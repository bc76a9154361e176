import { all, any, is, type Condition } from '../../../../db/condition';
import { updateItem } from '../../../../db/table';
import type { ApiError, ErrorType } from '../../../../core/errors';
import { cut } from '../../../../text/cut';
import { iso, minuteMs, newId, nextUtcDay, now } from '../../../../core/time';
import type { Automation } from '../../../../db/records/automations';
import { unknownOutcomeMs } from '../../../send/deliver/claim';
import { endEnrolment, type Ending } from '../enrollments/end';
import { enrolmentKey } from '../enrollments/find';
import type { Enrolment } from '../../../../db/records/enrollments';
import { endTurn, setTurn } from '../enrollments/turn';

/** What did not leave is tried again after so long (workspace.md, "Limits": step retry). */
const againAfterMs = 5 * minuteMs;

/** An enrolment with an attempt of ours. */
export type Attempted = Enrolment & Required<Pick<Enrolment, 'attempt'>>;

/** Takes the step for an attempt of one's own; undefined where another has it, or they left meanwhile. */
export async function claimStep(enrolment: Enrolment): Promise<Attempted | undefined> {
  const attempt = { emailId: newId(), startedAt: now() };
  const claimed = await updateItem<Enrolment>(
    enrolmentKey(enrolment),
    { set: { attempt, attempts: enrolment.attempts + 1, nextDueAt: iso(attempt.startedAt + againAfterMs) } },
    // A write whose answer is lost is made again, and finds its own attempt.
    all(isStill(enrolment), any(is('attempts', enrolment.attempts), is('attempt.emailId', attempt.emailId))),
  );
  return claimed && { ...claimed, attempt };
}

const isStill = ({ id, currentStep }: Enrolment): Condition =>
  all(is('id', id), is('status', 'active'), is('currentStep', currentStep));

/**
 * The step left: the next one is due so long after, or there is none. Where the write does not move it, it was moved
 * before, perhaps by this very write whose answer was lost: the turn comes again, and what stands there then decides.
 */
export async function stepSent(enrolment: Enrolment, { delays }: Automation, sentAt: string): Promise<void> {
  const delay = delays[enrolment.currentStep + 1];
  if (delay === undefined) return complete(enrolment, sentAt);
  const nextDueAt = Date.parse(sentAt) + delay * minuteMs;
  const set: Partial<Enrolment> = {
    currentStep: enrolment.currentStep + 1,
    attempts: 0,
    lastError: null,
    nextDueAt: iso(nextDueAt),
  };
  const isMoved = await updateItem<Enrolment>(
    enrolmentKey(enrolment),
    { set, remove: ['attempt', 'shortfalls'] },
    isStill(enrolment),
  );
  if (isMoved) await setTurn(enrolment, nextDueAt);
}

async function complete(enrolment: Enrolment, sentAt: string): Promise<void> {
  await end(enrolment, {
    status: 'completed',
    completedAt: sentAt,
    currentStep: enrolment.currentStep + 1,
    lastError: null,
  });
}

/** Ends it for good; somebody may have been faster. */
export async function end(enrolment: Enrolment, ending: Ending): Promise<void> {
  await endEnrolment(enrolment, ending);
  await endTurn(enrolment);
}

/** What a refusal does to a step: workspace.md, "Enrolment" under "States and transitions". */
type Treatment = 'fails' | 'is tried for a day' | 'waits for the next day' | 'is tried again';

const treatments: Partial<Record<ErrorType, Treatment>> = {
  invalid_request: 'fails',
  missing_variables: 'fails',
  unknown_topic: 'fails',
  workspace_suspended: 'fails',
  no_verified_identity: 'fails',
  plan_limit_reached: 'is tried for a day',
  no_postal_address: 'is tried for a day',
  warmup_limit: 'waits for the next day',
};

/** Every five minutes of a day. */
const shortfallsMax = 288;

/** The step did not leave, and this is why. */
export async function stepRefused(enrolment: Attempted, error: ApiError): Promise<void> {
  const treatment = treatments[error.type] ?? 'is tried again';
  const lastError = errorOf(enrolment, `${error.type}: ${error.message}`);
  const shortfalls = (enrolment.shortfalls ?? 0) + (treatment === 'is tried for a day' ? 1 : 0);
  if (treatment === 'fails' || shortfalls >= shortfallsMax)
    return end(enrolment, { status: 'failed', lastError });
  const at =
    treatment === 'waits for the next day' ? nextUtcDay() : enrolment.attempt.startedAt + againAfterMs;
  await tryAgain(enrolment, at, { set: { lastError, shortfalls }, remove: ['attempt'] });
}

/** The address is on a domain that cannot receive mail. */
export const stepRejected = (enrolment: Enrolment, reason: string): Promise<void> =>
  end(enrolment, { status: 'failed', lastError: errorOf(enrolment, reason) });

/** The provider may have it: nothing is sent again before its event had its time to arrive. */
export const stepUnheard = (enrolment: Attempted, says: string): Promise<void> =>
  tryAgain(enrolment, enrolment.attempt.startedAt + unknownOutcomeMs, {
    set: { lastError: errorOf(enrolment, says) },
  });

async function tryAgain(
  enrolment: Attempted,
  atMs: number,
  { set, remove = [] }: { set: Partial<Enrolment>; remove?: readonly string[] },
): Promise<void> {
  const isMoved = await updateItem<Enrolment>(
    enrolmentKey(enrolment),
    { set: { ...set, nextDueAt: iso(atMs) }, remove },
    all(isStill(enrolment), is('attempt.emailId', enrolment.attempt.emailId)),
  );
  if (isMoved) await setTurn(enrolment, atMs);
}

const errorLengthMax = 1_000;

/** Steps are counted from 1, as people do. */
const errorOf = ({ currentStep }: Enrolment, why: string): string =>
  cut(`Step ${currentStep + 1}: ${why}`, errorLengthMax);
