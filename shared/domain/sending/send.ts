import type { Ctx } from '../../ctx';
import { statusKey } from '../../db/keys';
import { ApiError, withUnknownOutcome } from '../../errors';
import { refuseOverDailyCap } from '../api-keys/daily-cap';
import { holdForApproval } from '../approvals/hold';
import { refuseByBilling } from '../billing/gate';
import { placeOnThread, type Place } from '../conversations/threads/place';
import { recordEmail } from '../departure/claim';
import { dropRecipients } from '../checks/drop-recipients';
import { answerOfEarlier, findEarlierAttempt } from './earlier-attempt';
import { everyoneOf, type Message } from '../emails/message';
import { newEmail } from '../emails/new-email';
import { rejectedResponse, type SendResponse } from '../emails/present';
import type { Email } from '../emails/record';
import { resolveMessage } from './resolve-message';
import { scheduleEmail } from '../later/schedule';
import {
  readSchedule,
  refuseBeyondAllowlist,
  refuseSuspended,
  refuseUnknownReferences,
  refuseUnverified,
  refuseWithoutPostalAddress,
} from '../checks/refusals';
import { sendNow } from './send-now';
import { readForSending, type SendReads } from '../checks/reads';
import { readSendRequest, type SendRequest } from './send-request';

/**
 * Sends one email. The order of the lines is core.md's "Order of checks"; the hand-over is docs/architecture.md's:
 * recorded first, then handed to the provider, then settled, so that a death in between never sends twice.
 */
export async function sendEmail(ctx: Ctx, body: unknown): Promise<SendResponse> {
  const request = readSendRequest(body);
  const earlier = await findEarlierAttempt(ctx);
  const known = earlier && answerOfEarlier(earlier);
  if (known) return known;
  return earlier
    ? goOnAfter(earlier, () => checkAndSend(ctx, request, earlier))
    : checkAndSend(ctx, request, undefined);
}

/** The attempt before may have left, whatever refuses this one: a further retry must find it again. */
async function goOnAfter(earlier: Email, send: () => Promise<SendResponse>): Promise<SendResponse> {
  try {
    return await send();
  } catch (error) {
    throw error instanceof ApiError && earlier.counted ? withUnknownOutcome(error) : error;
  }
}

async function checkAndSend(
  ctx: Ctx,
  request: SendRequest,
  earlier: Email | undefined,
): Promise<SendResponse> {
  const reads = await readForSending(askedOf(ctx, request));
  const asked = resolveMessage(request, reads);
  refuseSuspended(reads.workspace);
  const dueAt = await readSchedule(request);
  refuseBeyondAllowlist(ctx.credential, asked);
  refuseUnknownReferences(request, reads);
  const { recipients, reason } = dropRecipients(asked, reads);
  const message = { ...asked, ...recipients };
  const count = everyoneOf(message).length;
  if (!earlier?.counted) {
    refuseByBilling(reads.workspace, { recipients: count, riskClass: message.riskClass });
    refuseOverDailyCap(ctx.credential, reads.capUsed, count);
  }
  const domain = refuseUnverified(message, reads.domain);
  refuseWithoutPostalAddress(message, reads.workspace);
  if (message.to.length === 0) return recordRejected(ctx, asked, reason);

  const place = placeOf(earlier, request, reads);
  if (ctx.credential.guardrails.requiresApproval) return holdForApproval(ctx, { message, place, dueAt });
  if (dueAt !== undefined) return scheduleEmail(ctx, { message, place, dueAt });
  return sendNow(ctx, { message, place, domain, reads, earlier });
}

function askedOf({ workspaceId, credential }: Ctx, request: SendRequest) {
  return {
    workspaceId,
    from: request.from,
    recipients: [...request.to, ...(request.cc ?? []), ...(request.bcc ?? [])],
    riskClass: request.risk_class,
    topic: request.topic,
    template: request.template,
    replyToMessageId: request.reply_to_message_id,
    threadId: request.thread_id,
    cappedKey: credential.guardrails.dailySendLimit === null ? undefined : credential.id,
  };
}

/** A retry stays on the thread of the attempt before it. */
const placeOf = (earlier: Email | undefined, request: SendRequest, { parent }: SendReads): Place =>
  earlier
    ? { threadId: earlier.threadId, joins: earlier.joins ?? false }
    : placeOnThread(request.risk_class, parent, request.thread_id);

/** Check 11: nobody is left in `to`, and that is an answer, not an error. */
async function recordRejected(ctx: Ctx, message: Message, reason: string): Promise<SendResponse> {
  const rejected: Email = {
    ...newEmail(ctx, message, { threadId: null, joins: false }),
    status: 'rejected',
    statusKey: statusKey(ctx.workspaceId, 'rejected'),
    skippedBecause: reason,
  };
  await recordEmail(rejected, { html: message.html ?? null, text: message.text ?? null });
  return rejectedResponse(rejected);
}
