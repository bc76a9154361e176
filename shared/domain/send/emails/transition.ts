import { all, is, type Condition } from '../../../db/condition';
import { keys, statusKey } from '../../../db/keys';
import type { Thread } from '../../../db/records/threads';
import { getItem, updateItem } from '../../../db/table';
import {
  attemptTransaction,
  updateWrite,
  writeTransaction,
  type TransactionWrite,
} from '../../../db/transaction';
import type { Changes } from '../../../db/update';
import { threadChangesForEmail, threadKeyOf } from '../threading/email-thread-changes';
import { areSameLabels, labelMoveWrites, withUnchangedLabels } from '../threading/thread-labels';
import type { ThreadChange } from '../threading/upsert-thread';
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
  return writeWithThread(email, writes, threadChangeAlternatives);
}

/**
 * Makes the first possible change to the thread, together with the other writes. Assumes that the thread has no labels
 * and reads them only if no change was possible, so that labels cost nothing unless they are used.
 */
async function writeWithThread(
  email: Email,
  writes: readonly TransactionWrite[],
  alternatives: readonly ThreadChange[],
): Promise<boolean> {
  const key = threadKeyOf(email);
  const threadIndex = writes.length;
  const movesThread = alternatives.some(({ changes }) => changes.set?.timeAt !== undefined);
  const thread = { workspaceId: email.workspaceId, threadId: email.threadId ?? '' };
  let labels: Thread['labels'];
  for (;;) {
    for (const change of movesThread ? withUnchangedLabels(alternatives, labels) : alternatives) {
      const falseConditions = await attemptTransaction([
        ...writes,
        updateWrite(key, change.changes, change.condition),
        ...labelMoveWrites(thread, labels, change),
      ]);
      if (falseConditions.length === 0) return true;
      // Another writer changed the email.
      if (falseConditions.some((index) => index !== threadIndex)) return false;
    }
    const current = movesThread ? (await getItem(key))?.labels : undefined;
    if (areSameLabels(current, labels)) return false;
    labels = current;
  }
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
