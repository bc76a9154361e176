import type { Email } from '../../../db/records/emails';
import { transitionEmail } from '../emails/transition';
import { endAttempt } from './claim';
import type { OutgoingEmail } from './outgoing-email';
import { tryToRecordSent } from './record-sent';
import type { RefundableCharge } from './refundable-charge';
import type { SubmitFailure, SubmitResult } from './submit-to-ses';

/** The action on an email that was not sent. */
type FailureAction = (email: Email) => Promise<unknown>;

/**
 * The action for each kind of failure. After an unknown outcome, the email is not changed, and no attempt is made for
 * ten minutes.
 */
type FailureActions = Readonly<Record<Exclude<SubmitFailure['kind'], 'unknown'>, FailureAction>>;

const markFailed: FailureAction = (email) => transitionEmail(email, { from: 'queued', to: 'failed' });

/** Leaves the email `queued`. The caller sends it again, or the scheduler reschedules it. */
const keepQueued: FailureAction = () => Promise.resolve();

/** The actions of each flow. All other parts of recording are the same for all flows. */
export const failureActions = {
  /** The caller, or the client of a batch, retries. */
  request: { throttled: keepQueued, unavailable: keepQueued, refused: markFailed },
  /** The scheduler retries in five minutes, or in ten minutes after an unknown outcome. */
  scheduled: { throttled: keepQueued, unavailable: keepQueued, refused: markFailed },
  /** The retry of a step creates a new email. */
  step: { throttled: markFailed, unavailable: markFailed, refused: markFailed },
  /** The slice retries its recipients or fails them. */
  campaign: { throttled: endAttempt, unavailable: endAttempt, refused: endAttempt },
  /** The draft stays held for the next decision. */
  release: { throttled: endAttempt, unavailable: endAttempt, refused: endAttempt },
} as const satisfies Record<string, FailureActions>;

interface ResultHandling extends Pick<RefundableCharge, 'refund'> {
  onFailure: FailureActions;
}

/** Records that SES accepted the email, or refunds the charge and runs the flow's action for the failure. */
export async function recordResult(
  { email }: Pick<OutgoingEmail, 'email'>,
  result: SubmitResult,
  { refund, onFailure }: ResultHandling,
): Promise<void> {
  if (result.kind === 'accepted') return tryToRecordSent(email, result.providerMessageId);
  // The email may have been sent, so its charge is kept.
  if (result.kind === 'unknown') return;
  await refund();
  await onFailure[result.kind](email);
}
