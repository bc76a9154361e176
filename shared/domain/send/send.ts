import type { Ctx } from '../../core/ctx';
import { ApiError, withUnknownOutcome } from '../../core/errors';
import { chargeDailyCap, refuseOverDailyCap } from '../platform/api-keys/daily-cap';
import { holdForApproval } from './approvals/hold';
import { refuseByBilling } from '../platform/billing/gate';
import { dropRecipients } from './policy/drop-recipients';
import { readForSending } from './policy/reads';
import {
  readSchedule,
  refuseBeyondAllowlist,
  refuseSuspended,
  refuseUnknownReferences,
  refuseUnverified,
  refuseWithoutPostalAddress,
} from './policy/refusals';
import { placeOnThread } from './threading/place';
import { inProgress } from './deliver/claim';
import type { Composed } from './deliver/compose';
import { countNew } from './deliver/count-new';
import { depart } from './deliver/depart';
import { providerError } from './deliver/origins';
import { everyoneOf } from './emails/message';
import { newEmail } from './emails/new-email';
import type { Email } from '../../db/records/emails';
import { scheduleEmail } from './scheduling/schedule';
import { findEarlier, outcomeOfEarlier } from './earlier';
import type { SendOutcome } from './outcome';
import { reject } from './reject';
import type { SendRequest } from './request';
import { resolveMessage } from './resolve-message';

/**
 * Sends one email, now or later. A retry after an unknown outcome goes on where its predecessor ended. `handingOver` is
 * called when only the hand-over to the provider is left to do, where there is one.
 */
export async function sendEmail(
  ctx: Ctx,
  request: SendRequest,
  handingOver: () => void = () => undefined,
): Promise<SendOutcome> {
  const earlier = await findEarlier(ctx);
  const known = earlier && outcomeOfEarlier(earlier);
  if (known) return known;
  try {
    return await checkAndSend(ctx, request, earlier, handingOver);
  } catch (error) {
    // The attempt before may have left, whatever refuses this one: a further retry must find it again.
    throw error instanceof ApiError && earlier?.counted ? withUnknownOutcome(error) : error;
  }
}

/**
 * The order of the lines is core.md's "Order of checks". A mail that leaves now is stored first, then handed to the
 * provider, then recorded as sent, so that a death in between never sends it twice (docs/architecture.md).
 */
async function checkAndSend(
  ctx: Ctx,
  request: SendRequest,
  earlier: Email | undefined,
  handingOver: () => void,
): Promise<SendOutcome> {
  const reads = await readForSending(ctx, request);
  const asked = resolveMessage(request, reads);
  refuseSuspended(reads.workspace);
  const dueAt = await readSchedule(request);
  refuseBeyondAllowlist(ctx.credential, asked);
  refuseUnknownReferences(request, reads);
  const { recipients, reason } = dropRecipients(asked, reads);
  const message = { ...asked, ...recipients };
  const recipientCount = everyoneOf(message).length;
  if (!earlier?.counted) {
    refuseByBilling(reads.workspace, { recipients: recipientCount, riskClass: message.riskClass });
    refuseOverDailyCap(reads.caps, recipientCount);
  }
  const domain = refuseUnverified(message, reads.domain);
  refuseWithoutPostalAddress(message, reads.workspace);
  if (message.to.length === 0)
    return { kind: 'rejected', email: await reject(ctx, asked, { reason, earlier }) };

  // A retry stays on the thread of the attempt before it, and what that one has counted stays counted.
  const place = earlier ?? placeOnThread(ctx.operation.id, message.riskClass, reads.parent, request.threadId);
  const refundCap = earlier?.counted ? nothing : await chargeDailyCap(reads.caps, recipientCount);
  if (ctx.credential.guardrails.requiresApproval)
    return { kind: 'held', email: await holdForApproval(ctx, { message, place }, dueAt) };
  if (dueAt !== undefined)
    return { kind: 'scheduled', email: await scheduleEmail(ctx, { message, place }, dueAt) };

  const email = newEmail(ctx, message, place);
  const { workspace } = reads;
  const count = (leaving: Email, { text }: Composed) =>
    countNew(leaving, { workspace, content: { html: message.html ?? null, text }, earlier, refundCap });
  const leaving = { email, message, domain, surroundings: reads, count, handingOver };
  const departed = await depart('request', leaving);
  if (departed === 'not ours') throw inProgress();
  if (departed !== 'sent') throw providerError('request', departed, email.id);
  return { kind: 'sent', email };
}

const nothing = () => Promise.resolve();
