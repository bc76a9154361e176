import { randomUUID } from 'node:crypto';
import { attributeNotExists, all, any, ifAbsent, is, type Condition } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { putItem, updateItem, type Item } from '../../../db/table';
import { ApiError } from '../../../core/errors';
import { minuteMs, now } from '../../../core/time';
import type { EmailContent } from '../emails/content';
import { transitionWrite } from '../emails/transition';
import type { Attempt, Email } from '../../../db/records/emails';
import { storeWithRelated } from '../emails/store';

/** How long an attempt without a response from SES blocks the next attempt, so that the event from SES can arrive. */
export const unknownOutcomeMs = 10 * minuteMs;

const newAttempt = (): Attempt => ({ owner: randomUUID(), startedAt: now() });

/** Whether the outcome of an attempt is not known yet, because the event from SES may arrive later. */
export const isOutcomePending = ({ status, attempt }: Email): boolean =>
  status === 'queued' && attempt !== undefined && now() - attempt.startedAt < unknownOutcomeMs;

export const deliveryInProgressError = () =>
  new ApiError(
    'idempotency_in_progress',
    'The outcome of an earlier attempt is not known yet. Retry with the same Idempotency-Key. The outcome is known within ten minutes',
    { headers: { 'Retry-After': '60' }, outcomeUnknown: true },
  );

/**
 * Claims a stored email for a new attempt. Returns the current email, whose recipients may have unsubscribed after the
 * email was read. Returns undefined if another attempt was faster.
 */
export function claimEmail(
  email: Email,
  from: 'scheduled' | 'queued',
  set: Partial<Email> = {},
): Promise<Email | undefined> {
  const attempt = newAttempt();
  const { changes, condition } = transitionWrite(email, { from, to: 'queued', set: { attempt, ...set } });
  return updateItem(
    keys.email(email.workspaceId, email.id),
    changes,
    from === 'queued' ? all(condition, attemptIsUnchanged(email)) : condition,
  );
}

/**
 * Stores a new email with this attempt's claim before SES is called. After a crash at this point, the email exists but
 * was not sent. If the outcome of an earlier attempt is unknown, takes over the email and stores its related records
 * again, because that attempt may have crashed before storing them. Returns false if another attempt was faster.
 */
export async function claimNewEmail(
  email: Email,
  content: EmailContent,
  previous: Email | undefined,
): Promise<boolean> {
  const claimed: Email = { ...email, attempt: newAttempt() };
  const item: Item<Email> = { ...keys.email(email.workspaceId, email.id), ...claimed };
  if (!previous) {
    await storeWithRelated(claimed, content, [item]);
    return true;
  }
  const existing = await putItem<Email>(item, all(is('status', 'queued'), attemptIsUnchanged(previous)));
  if (!existing) await storeWithRelated(claimed, content);
  return !existing;
}

/**
 * Stores a new email of a batch with this attempt's claim. The caller stores the related records of the whole batch.
 * If another attempt has stored the email, returns that email.
 */
export async function claimBatchEmail(email: Email): Promise<{ claimed: Email } | { existing: Email }> {
  const attempt = newAttempt();
  const claimed: Email = { ...email, attempt };
  const existing = await putItem<Email>(
    { ...keys.email(email.workspaceId, email.id), ...claimed },
    // The SDK repeats a write whose response was lost. The repeated write must accept the claim of the first write.
    any(ifAbsent, is('attempt.owner', attempt.owner)),
  );
  return existing ? { existing } : { claimed };
}

/** Ends the claim of an email that was not sent, so that the next attempt need not wait. */
export async function endAttempt({ workspaceId, id, attempt }: Email): Promise<void> {
  if (!attempt) return;
  await updateItem(keys.email(workspaceId, id), { remove: ['attempt'] }, is('attempt.owner', attempt.owner));
}

const attemptIsUnchanged = ({ attempt }: Email): Condition<Email> =>
  attempt ? is('attempt.owner', attempt.owner) : attributeNotExists('attempt');
