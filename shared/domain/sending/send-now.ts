import type { Ctx } from '../../ctx';
import { keys } from '../../db/keys';
import { updateItem } from '../../db/table';
import { settled } from '../../settled';
import { refundUsage } from '../billing/charge';
import { billingPeriod } from '../billing/period';
import type { Domain } from '../domains/record';
import { chargeWarmup } from '../domains/warmup';
import type { Place } from '../conversations/threads/place';
import { expectWorkspace } from '../workspaces/find';
import { canBeRefused, chargeSend, type Charged } from '../departure/charge';
import { claimAgain, newAttempt, recordEmail } from '../departure/claim';
import { composeMail } from '../departure/compose';
import { inProgress } from './earlier-attempt';
import { handOver, providerError } from '../departure/hand-over';
import { everyoneOf, type Message } from '../emails/message';
import { moveEmail } from '../emails/move';
import { newEmail } from '../emails/new-email';
import { sentResponse, type SendResponse } from '../emails/present';
import type { Email } from '../emails/record';
import { refuseSuspended, refuseWithoutPostalAddress } from '../checks/refusals';
import type { SendReads } from '../checks/reads';

interface Immediate {
  message: Message;
  place: Place;
  domain: Domain;
  reads: SendReads;
  earlier: Email | undefined;
}

/** Check 14: the recipients are counted and the email is recorded, then the provider gets it. */
export async function sendNow(ctx: Ctx, given: Immediate): Promise<SendResponse> {
  const { message, place, reads, earlier } = given;
  const { raw, text, references } = await composeMail(message, reads);
  const email = {
    ...newEmail(ctx, message, place),
    ...(references && { references }),
    ...newAttempt(),
    counted: { period: billingPeriod(), recipients: everyoneOf(message).length },
  };
  const content = { html: message.html ?? null, text };
  const claim = () => (earlier ? claimAgain(earlier, email, content) : recordEmail(email, content));

  const charged = await chargeAndClaim(ctx, given, claim);
  const refund = await passLastChecks(given, { ...charged, refund: () => uncount(email, charged) });
  await leave(email, given, { raw, refund });
  return sentResponse(email);
}

/** Both at once, unless the charge can be refused: nothing is recorded of a send that is. */
async function chargeAndClaim(
  ctx: Ctx,
  { message, reads, earlier }: Immediate,
  claim: () => Promise<boolean>,
): Promise<Charged> {
  const charging = earlier?.counted
    ? alreadyCharged(ctx, earlier.counted)
    : chargeSend(ctx, message, reads.workspace);
  if (canBeRefused(ctx, message, reads.workspace)) await charging;
  const [charged, isOurs] = await Promise.all([charging, claim()]);
  if (isOurs) return charged;
  // What the attempt before has counted is now the other's, who was faster.
  if (!earlier?.counted) await charged.refund();
  throw inProgress();
}

/** Gives back what did not leave. It is known that it did not: a retry counts it again, and need not wait. */
async function uncount({ workspaceId, id }: Email, { refund }: Charged): Promise<void> {
  await refund();
  await settled(
    updateItem<Email>(keys.email(workspaceId, id), {
      UpdateExpression: 'REMOVE counted, attemptedAt',
      ConditionExpression: 'attribute_exists(pk)',
    }),
  );
}

/**
 * An attempt that ended without an answer has counted its recipients, and nobody gave them back. The day of the key
 * on which it did is not known any more: that keeps them.
 */
async function alreadyCharged(
  { workspaceId }: Ctx,
  counted: NonNullable<Email['counted']>,
): Promise<Charged> {
  return {
    workspace: await expectWorkspace(workspaceId),
    refund: () => settled(refundUsage(workspaceId, counted)),
  };
}

/** Suspension and postal address as they are by now, then the warm-up allowance; returns what gives it all back. */
async function passLastChecks(
  { message, domain }: Immediate,
  { workspace, refund }: Charged,
): Promise<Charged['refund']> {
  try {
    refuseSuspended(workspace);
    refuseWithoutPostalAddress(message, workspace);
    if (message.riskClass === 'transactional') return refund;
    const refundWarmup = await chargeWarmup(domain, everyoneOf(message).length);
    return async () => {
      await Promise.all([refund(), refundWarmup()]);
    };
  } catch (error) {
    await refund();
    throw error;
  }
}

async function leave(
  email: Email,
  { message, domain }: Immediate,
  { raw, refund }: { raw: Buffer; refund: () => Promise<void> },
): Promise<void> {
  const notTaken = await handOver(email, { message, raw, configurationSet: domain.configurationSet });
  if (!notTaken) return;
  // After an unknown outcome it may have left: then it stays counted.
  if (notTaken.kind !== 'unknown') await refund();
  if (notTaken.kind === 'refused') await moveEmail(email, { from: 'queued', to: 'failed' });
  throw providerError(notTaken, email.id);
}
