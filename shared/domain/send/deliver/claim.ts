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

/** Hand-overs that ended without an answer are not repeated before the provider's event had this long. */
export const unknownOutcomeMs = 10 * minuteMs;

const newAttempt = (): Attempt => ({ owner: randomUUID(), startedAt: now() });

/** An attempt may have handed it over, and the provider's event may yet arrive. */
export const isOutcomePending = ({ status, attempt }: Email): boolean =>
  status === 'queued' && attempt !== undefined && now() - attempt.startedAt < unknownOutcomeMs;

export const deliveryInProgressError = () =>
  new ApiError(
    'idempotency_in_progress',
    'An earlier attempt ended without an answer from the provider: it is known within ten minutes whether the mail left',
    { headers: { 'Retry-After': '60' }, outcomeUnknown: true },
  );

/**
 * Takes an email that is stored for an attempt of one's own; undefined when another was faster. Returns it as it is
 * by now: somebody may have unsubscribed since it was read.
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
 * Stores a new email as this attempt's own, before the provider hears of it: an attempt that dies here leaves an email
 * that never left. Where an earlier attempt ended without an answer, takes it over, and stores again what that one may
 * not have come to. False when another was faster.
 */
export async function claimNewEmail(
  email: Email,
  content: EmailContent,
  previous: Email | undefined,
): Promise<boolean> {
  const claimed: Email = { ...email, attempt: newAttempt() };
  const item: Item<Email> = { ...keys.email(email.workspaceId, email.id), ...claimed };
  if (!previous) {
    await storeWithRelated(claimed, content, {}, [item]);
    return true;
  }
  const existing = await putItem<Email>(item, all(is('status', 'queued'), attemptIsUnchanged(previous)));
  if (!existing) await storeWithRelated(claimed, content);
  return !existing;
}

/**
 * Stores a new email of a batch as this attempt's own; what finds it again is stored for all of them. Another attempt may
 * have been there: then the answer is what it left.
 */
export async function claimBatchEmail(email: Email): Promise<{ claimed: Email } | { existing: Email }> {
  const attempt = newAttempt();
  const claimed: Email = { ...email, attempt };
  const existing = await putItem<Email>(
    { ...keys.email(email.workspaceId, email.id), ...claimed },
    // A write whose answer is lost is made again, and finds its own attempt.
    any(ifAbsent, is('attempt.owner', attempt.owner)),
  );
  return existing ? { existing } : { claimed };
}

/** Gives a claimed email up: it has not left, and whoever wants it next need not wait. */
export async function endAttempt({ workspaceId, id, attempt }: Email): Promise<void> {
  if (!attempt) return;
  await updateItem(keys.email(workspaceId, id), { remove: ['attempt'] }, is('attempt.owner', attempt.owner));
}

const attemptIsUnchanged = ({ attempt }: Email): Condition<Email> =>
  attempt ? is('attempt.owner', attempt.owner) : attributeNotExists('attempt');
