import { all, is, type Condition } from '../../../db/condition';
import { keys, statusKey } from '../../../db/keys';
import { updateItem } from '../../../db/table';
import { updateWrite, writeTransaction } from '../../../db/transaction';
import type { Changes } from '../../../db/update';
import { threadChangesForEmail, threadKeyOf } from '../threading/email-thread-changes';
import { dueAttributeNames } from '../../platform/scheduler/due-attributes';
import { isRareStatus, type Attempt, type Email, type EmailStatus } from '../../../db/records/emails';

interface EmailTransition {
  from: EmailStatus;
  to: EmailStatus;
  set?: Partial<Email>;
  /** The attempt that must hold the claim. */
  attempt?: Attempt | undefined;
}

/** Attributes that a transition removes unless it sets them. */
const transientAttributes = ['statusKey', ...dueAttributeNames] as const;

/**
 * If the email has the status `from`, changes the status and updates the thread of the email. Returns false if another
 * writer was faster.
 */
export async function transitionEmail(email: Email, transition: EmailTransition): Promise<boolean> {
  const key = keys.email(email.workspaceId, email.id);
  const { changes, condition } = transitionWrite(email, transition);
  const threadChangeAlternatives = threadChangesForEmail(
    email,
    transition.to,
    transition.set?.sentAt ?? null,
  );
  if (threadChangeAlternatives.length === 0) return (await updateItem(key, changes, condition)) !== undefined;
  for (const threadChange of threadChangeAlternatives) {
    const isWritten = await writeTransaction([
      updateWrite(key, changes, condition),
      updateWrite(threadKeyOf(email), threadChange.changes, threadChange.condition),
    ]);
    if (isWritten) return true;
  }
  return false;
}

/** Returns the write of a transition, for callers with their own transaction. */
export function transitionWrite(
  { workspaceId }: Email,
  { from, to, set = {}, attempt }: EmailTransition,
): { changes: Changes<Email>; condition: Condition<Email> } {
  const values = { ...set, status: to, ...(isRareStatus(to) && { statusKey: statusKey(workspaceId, to) }) };
  const remove = transientAttributes.filter((name) => !(name in values));
  const hasFromStatus: Condition<Email> = is('status', from);
  return {
    changes: { set: values, remove },
    condition: attempt ? all(hasFromStatus, is('attempt.owner', attempt.owner)) : hasFromStatus,
  };
}
