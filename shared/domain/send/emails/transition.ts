import { all, is, type Condition } from '../../../db/condition';
import { keys, statusKey } from '../../../db/keys';
import { updateItem } from '../../../db/table';
import { updateWrite, writeTransaction } from '../../../db/transaction';
import type { Changes } from '../../../db/update';
import { threadChangesForEmail, threadKeyOf } from '../threading/email-thread-changes';
import { dueAttributeNames } from '../../platform/scheduler/due-attributes';
import { endContentUseWrites, endsContentUse } from './end-content-use';
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
 * If the email has the status `from`, changes the status, updates the thread of the email and plans the deletion of
 * content that is no longer used. Returns false if another writer was faster.
 */
export async function transitionEmail(email: Email, transition: EmailTransition): Promise<boolean> {
  const key = keys.email(email.workspaceId, email.id);
  const { changes, condition } = transitionWrite(email, transition);
  const threadChangeAlternatives = threadChangesForEmail(
    email,
    transition.to,
    transition.set?.sentAt ?? null,
  );
  const writes = [updateWrite(key, changes, condition), ...endContentUseWrites(email, transition.to)];
  if (threadChangeAlternatives.length === 0)
    return writes.length > 1
      ? writeTransaction(writes)
      : (await updateItem(key, changes, condition)) !== undefined;
  for (const threadChange of threadChangeAlternatives) {
    const isWritten = await writeTransaction([
      ...writes,
      updateWrite(threadKeyOf(email), threadChange.changes, threadChange.condition),
    ]);
    if (isWritten) return true;
  }
  return false;
}

/** Returns the write of a transition, for callers with their own transaction. */
export function transitionWrite(
  email: Email,
  { from, to, set = {}, attempt }: EmailTransition,
): { changes: Changes<Email>; condition: Condition<Email> } {
  const { workspaceId } = email;
  const values = { ...set, status: to, ...(isRareStatus(to) && { statusKey: statusKey(workspaceId, to) }) };
  const remove = [
    ...transientAttributes.filter((name) => !(name in values)),
    ...(endsContentUse(email, to) ? (['storedContent'] as const) : []),
  ];
  const hasFromStatus: Condition<Email> = is('status', from);
  return {
    changes: { set: values, remove },
    condition: attempt ? all(hasFromStatus, is('attempt.owner', attempt.owner)) : hasFromStatus,
  };
}
