import type { Ctx } from '../../ctx';
import { statusKey } from '../../db/keys';
import { iso, newId, timeOfId } from '../../time';
import type { Domain } from '../domains/record';
import { expectWorkspace } from '../workspaces/find';
import { claimAgain, newAttempt, recordEmail } from './claim';
import { answerOfEarlier, findEarlierAttempt, inProgress } from './earlier-attempt';
import { handOver } from './hand-over';
import { composeMime } from './mime';
import { rejectedResponse, sentResponse, type SendResponse } from './present';
import type { Email } from './record';
import { dropSuppressed, refuseGuardedKey, refuseSuspended, refuseUnverified } from './send-checks';
import { readForSending } from './send-reads';
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

  const reads = await readForSending(ctx, request);
  refuseSuspended(reads.workspace);
  refuseGuardedKey(ctx.credential);
  const { recipients, reason } = dropSuppressed(request, reads.suppressions);
  const domain = refuseUnverified(request.from.address, reads.domain);
  if (recipients.to.length === 0) return recordRejected(ctx, request, reason);

  return sendNow(ctx, { ...request, ...recipients }, domain, earlier);
}

/** Check 11: nobody is left in `to`, and that is an answer, not an error. */
async function recordRejected(ctx: Ctx, request: SendRequest, reason: string): Promise<SendResponse> {
  const rejected: Email = {
    ...newEmail(ctx, request),
    status: 'rejected',
    statusKey: statusKey(ctx.workspaceId, 'rejected'),
    threadId: null,
    skippedBecause: reason,
  };
  await recordEmail(rejected, { html: request.html ?? null, text: request.text ?? null });
  return rejectedResponse(rejected);
}

/** Check 14: suspension is read again beside the claim, then the provider gets the mail. */
async function sendNow(
  ctx: Ctx,
  request: SendRequest,
  domain: Domain,
  earlier: Email | undefined,
): Promise<SendResponse> {
  const text = request.text || (await textOf(request.html ?? ''));
  const raw = await composeMime(request, text);
  const email = {
    ...newEmail(ctx, request),
    ...(earlier && { threadId: earlier.threadId }),
    ...newAttempt(),
  };
  const content = { html: request.html ?? null, text };

  const claimed = earlier ? claimAgain(earlier, email, content) : recordEmail(email, content);
  const [workspace, isOurs] = await Promise.all([expectWorkspace(ctx.workspaceId), claimed]);
  if (!isOurs) throw inProgress();
  refuseSuspended(workspace);
  await handOver(email, { request, raw, configurationSet: domain.configurationSet });
  return sentResponse(email);
}

function newEmail(ctx: Ctx, request: SendRequest): Email {
  const { id } = ctx.operation;
  return {
    id,
    workspaceId: ctx.workspaceId,
    from: request.fromText,
    to: request.to.map(({ address }) => address),
    subject: request.subject,
    status: 'queued',
    riskClass: 'transactional',
    threadId: newId(),
    providerMessageId: null,
    scheduledAt: null,
    sentAt: null,
    openedAt: null,
    clickedAt: null,
    createdAt: iso(timeOfId(id)),
  };
}

/** Only mail without a text of its own pays for reading HTML. */
async function textOf(html: string): Promise<string> {
  const { htmlToText } = await import('../../text/html-to-text.lazy');
  return htmlToText(html);
}
