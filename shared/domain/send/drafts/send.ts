import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, invalidState, notFound } from '../../../core/errors';
import type { Operation, RequestContext } from '../../../core/request-context';
import { dayMs, epochSeconds, hasExpired, newId, now } from '../../../core/time';
import { all, ifPresent, unchanged } from '../../../db/condition';
import { isUuid } from '../../../db/cursor';
import { keys } from '../../../db/keys';
import { acquireLease, isLeasedBy, leaseAttributes, requestLeaseMs } from '../../../db/lease';
import type { SavedDraft } from '../../../db/records/drafts';
import { getItem, updateItem } from '../../../db/table';
import { putWrite, writeTransaction } from '../../../db/transaction';
import { ifVisible } from '../../platform/api-keys/inbox-limit';
import { startContentDeletion } from '../../platform/stored-content/start-deletion';
import { findEmail } from '../emails/find';
import type { SendOutcome } from '../outcome';
import { resolvePreviousAttempt } from '../previous-attempt';
import type { SendRequest } from '../request';
import { sendEmail } from '../send-email';
import { deleteDraftWrites } from './change';
import type { DraftRequest } from './content';
import { loadDraft } from './find';

const waitMsMax = 8_000;
const pollMs = 200;

/** For how long the id of a sent draft leads to its message. */
const sentKeptMs = dayMs;

interface SendOptions {
  /** Returns the draft's request as a complete send request, or throws 422. */
  toSendRequest: (request: DraftRequest) => SendRequest;
  timeoutMs: () => number;
}

/**
 * Sends the draft with the checks, the charges and the outcomes of a send by this credential. A refusal keeps the draft.
 * Any other outcome ends it. Of concurrent sends, one sends the email, and the others wait for its outcome.
 */
export async function sendDraft(
  ctx: RequestContext,
  id: string,
  { toSendRequest, timeoutMs }: SendOptions,
): Promise<SendOutcome> {
  const deadline = now() + waitMsMax;
  for (;;) {
    const { draft, request } = (await loadDraft(ctx, id)) ?? (await refuseSent(ctx, id));
    const sendRequest = toSendRequest(request);
    const outcome = isBusy(draft)
      ? undefined
      : await tryToSend(ctx, draft, (operation) =>
          sendEmail({ ...ctx, operation }, sendRequest, { timeoutMs: timeoutMs() }),
        );
    if (outcome) return outcome;
    if (now() >= deadline)
      throw invalidState('Another request is sending or changing this draft. Retry in a minute');
    await sleep(pollMs);
  }
}

/** Throws 409 if the draft was sent in the last 24 hours, and 404 otherwise. */
async function refuseSent(ctx: RequestContext, id: string): Promise<never> {
  const found = isUuid(id) ? await getItem(keys.sentDraft(ctx.workspaceId, id)) : undefined;
  const sent = ifVisible(ctx, found);
  if (sent && !hasExpired(sent.expiresAt))
    throw invalidState(`This draft was already sent. Its message is ${sent.messageId}`);
  throw notFound('draft');
}

const isBusy = ({ leaseUntil }: SavedDraft): boolean => leaseUntil !== undefined && leaseUntil > now();

/** Returns undefined if another request changed the draft or began to send it meanwhile. */
async function tryToSend(
  ctx: RequestContext,
  draft: SavedDraft,
  send: (operation: Operation) => Promise<SendOutcome>,
): Promise<SendOutcome | undefined> {
  const known = await findOutcomeOfOther(ctx, draft);
  if (known) return endDraft(draft, known);
  const isRetry = isOwnAttempt(ctx, draft);
  const operation = { id: isRetry ? draft.emailId : newId(), isRetry };
  const leased = await acquireLease(keys.savedDraft(draft.workspaceId, draft.id), requestLeaseMs, {
    condition: all(ifPresent, unchanged({ revision: draft.revision, emailId: draft.emailId })),
    set: { emailId: operation.id, senderId: ctx.credential.id },
  });
  if (!leased) return undefined;
  try {
    return await endDraft(draft, await send(operation));
  } catch (error) {
    await releaseDraft(draft, leased.leaseOwner, error);
    throw error;
  }
}

/** Whether the credential continues its own attempt, which ended without an outcome. */
const isOwnAttempt = (
  { credential }: RequestContext,
  draft: SavedDraft,
): draft is SavedDraft & { emailId: string } =>
  draft.emailId !== undefined && draft.senderId === credential.id;

/**
 * Returns the outcome of an attempt by another credential. If that attempt sent nothing, this credential starts its own,
 * because its guardrails may differ.
 */
async function findOutcomeOfOther(ctx: RequestContext, draft: SavedDraft): Promise<SendOutcome | undefined> {
  if (draft.emailId === undefined || isOwnAttempt(ctx, draft)) return undefined;
  const email = await findEmail(draft.workspaceId, draft.emailId);
  return email && email.status !== 'failed' ? resolvePreviousAttempt(email) : undefined;
}

/** Ends the draft before the response, so that no request sends it again. Its id leads to the message for a day. */
async function endDraft(draft: SavedDraft, outcome: SendOutcome): Promise<SendOutcome> {
  const { inboxId } = draft;
  const sent = {
    messageId: outcome.email.id,
    ...(inboxId !== undefined && { inboxId }),
    expiresAt: epochSeconds(now() + sentKeptMs),
  };
  // If the draft is gone, another request has ended it with the same outcome.
  await writeTransaction([
    ...deleteDraftWrites(draft, ifPresent),
    putWrite({ ...keys.sentDraft(draft.workspaceId, draft.id), ...sent }),
  ]);
  await startContentDeletion(draft);
  return outcome;
}

/** Ends the lease. Unless the email may have been sent, also forgets the attempt, so that the draft can be changed. */
async function releaseDraft(
  { workspaceId, id }: SavedDraft,
  leaseOwner: string,
  error: unknown,
): Promise<void> {
  const isRefused = error instanceof ApiError && !error.outcomeUnknown;
  await updateItem(
    keys.savedDraft(workspaceId, id),
    { remove: [...leaseAttributes, ...(isRefused ? (['emailId', 'senderId'] as const) : [])] },
    isLeasedBy(leaseOwner),
  );
}
