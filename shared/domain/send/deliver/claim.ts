import { randomUUID } from 'node:crypto';
import { absent, all, any, ifAbsent, is, type Condition } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { putItem, updateItem, type Item } from '../../../db/table';
import { ApiError } from '../../../core/errors';
import { minuteMs, now } from '../../../core/time';
import type { EmailContent } from '../emails/content';
import { moveOf } from '../emails/move';
import type { Attempt, Email } from '../../../db/records/emails';
import { storeBeside } from '../emails/store';

/** Hand-overs that ended without an answer are not repeated before the provider's event had this long. */
export const unknownOutcomeMs = 10 * minuteMs;

const newAttempt = (): Attempt => ({ owner: randomUUID(), startedAt: now() });

/** An attempt may have handed it over, and the provider's event may yet arrive. */
export const mayBeLeaving = ({ status, attempt }: Email): boolean =>
  status === 'queued' && attempt !== undefined && now() - attempt.startedAt < unknownOutcomeMs;

export const inProgress = () =>
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
  const { changes, condition } = moveOf(email, { from, to: 'queued', set: { attempt, ...set } });
  return updateItem<Email>(
    keys.email(email.workspaceId, email.id),
    changes,
    from === 'queued' ? all(condition, hasStillAttempt(email)) : condition,
  );
}

/**
 * Stores a new email as this attempt's own, before the provider hears of it: an attempt that dies here leaves an email
 * that never left. Where an earlier attempt ended without an answer, takes it over, and stores again what that one may
 * not have come to. False when another was faster.
 */
export async function claimNew(
  email: Email,
  content: EmailContent,
  earlier: Email | undefined,
): Promise<boolean> {
  const claimed: Email = { ...email, attempt: newAttempt() };
  const item: Item<Email> = { ...keys.email(email.workspaceId, email.id), ...claimed };
  if (!earlier) {
    await storeBeside(claimed, content, {}, [item]);
    return true;
  }
  const standing = await putItem<Email>(item, all(is('status', 'queued'), hasStillAttempt(earlier)));
  if (!standing) await storeBeside(claimed, content);
  return !standing;
}

/**
 * Stores a new email of a batch as this attempt's own; what finds it again is stored for all of them. Another attempt may
 * have been there: then the answer is what it left.
 */
export async function claimOfBatch(email: Email): Promise<{ claimed: Email } | { standing: Email }> {
  const claimed: Email = { ...email, attempt: newAttempt() };
  const standing = await putItem<Email>(
    { ...keys.email(email.workspaceId, email.id), ...claimed },
    // A write whose answer is lost is made again, and finds its own attempt.
    any(ifAbsent, is('attempt.owner', claimed.attempt?.owner)),
  );
  return standing ? { standing } : { claimed };
}

/** Gives a claimed email up: it has not left, and whoever wants it next need not wait. */
export async function endAttempt({ workspaceId, id, attempt }: Email): Promise<void> {
  if (!attempt) return;
  await updateItem<Email>(
    keys.email(workspaceId, id),
    { remove: ['attempt'] },
    is('attempt.owner', attempt.owner),
  );
}

const hasStillAttempt = ({ attempt }: Email): Condition =>
  attempt ? is('attempt.owner', attempt.owner) : absent('attempt');
