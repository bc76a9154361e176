import { nowIso } from '../../../../core/time';
import { domainOf } from '../../../../text/mailbox';
import { chargeAndStoreNew } from '../../../send/deliver/charge-and-store-new';
import { checkAndChargeWarmup } from '../../../send/deliver/check-and-charge-warmup';
import { composeOutgoing, type OutgoingEmail } from '../../../send/deliver/outgoing-email';
import { providerError, stepMessages } from '../../../send/deliver/provider-error';
import { failureActions, recordResult } from '../../../send/deliver/record-result';
import { noRefund, type RefundableCharge } from '../../../send/deliver/refundable-charge';
import { submitToSes } from '../../../send/deliver/submit-to-ses';
import { newEmail } from '../../../send/emails/new-email';
import { storeRejected } from '../../../send/emails/store-rejected';
import { transitionEmail } from '../../../send/emails/transition';
import type { PolicyContext } from '../../../send/policy/policy-context';
import { refuseIfNotSendable } from '../../../send/policy/recheck';
import { composeStepMessage, type StepContext } from './step-mail';
import {
  recordStepOutcomeUnknown,
  recordStepRejected,
  recordStepSent,
  type ClaimedEnrollment,
} from './step-outcomes';

/** Composes, charges, submits and records the email of a claimed step. */
export async function deliverStep(
  stepContext: StepContext,
  enrollment: ClaimedEnrollment,
  context: PolicyContext,
): Promise<void> {
  const { workspaceId, attempt } = enrollment;
  const message = composeStepMessage(stepContext, context);
  const domain = refuseIfNotSendable({ message, context });
  const owner = { workspaceId, operation: { id: attempt.emailId } };
  const recipientDomain = domainOf(enrollment.email);
  if (context.undeliverable.has(recipientDomain)) {
    const reason = `undeliverable_domain:${recipientDomain}`;
    await storeRejected(owner, message, reason);
    return recordStepRejected(enrollment, reason);
  }

  const email = newEmail(owner, message, { threadId: null, joinsThread: false });
  const outgoing = await composeOutgoing({ email, message, domain }, context);
  const charge = await chargeStepEmail(outgoing, context);
  if (!charge) throw new Error('Another attempt has claimed the email of this step');

  const result = await submitToSes(outgoing);

  await recordResult(outgoing, result, { refund: charge.refund, onFailure: failureActions.step });
  if (result.kind === 'accepted') return recordStepSent(enrollment, stepContext.automation, nowIso());
  const error = providerError(stepMessages, result.kind, email.id);
  if (result.kind === 'unknown')
    return recordStepOutcomeUnknown(enrollment, `${error.type}: ${error.message}`);
  throw error;
}

/** Stores the email and charges for it. If a charge is refused, the email fails, and the retry creates a new email. */
async function chargeStepEmail(
  outgoing: OutgoingEmail,
  { workspace }: PolicyContext,
): Promise<RefundableCharge | undefined> {
  try {
    const charge = await chargeAndStoreNew(outgoing, { workspace, previous: undefined, refundCap: noRefund });
    return charge && (await checkAndChargeWarmup(outgoing, charge));
  } catch (error) {
    await transitionEmail(outgoing.email, { from: 'queued', to: 'failed' });
    throw error;
  }
}
