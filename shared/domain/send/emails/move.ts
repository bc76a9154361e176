import { all, is, type Condition } from '../../../db/condition';
import { keys, statusKey } from '../../../db/keys';
import { updateItem } from '../../../db/table';
import { change, writeTogether } from '../../../db/transaction';
import type { Changes } from '../../../db/update';
import { threadChanges, threadKeyOf } from '../threading/follow-email';
import { dueAttributes } from '../../platform/scheduler/due-at';
import { isRareStatus, type Attempt, type Email, type EmailStatus } from '../../../db/records/emails';

interface Move {
  from: EmailStatus;
  to: EmailStatus;
  set?: Partial<Email>;
  /** Only this attempt may move it. */
  attempt?: Attempt | undefined;
}

/** What a move leaves behind, unless it sets it anew. */
const passing = ['statusKey', ...dueAttributes] as const;

/** Moves the email, and its thread with it, if it still has the status `from`. A lost race is false. */
export async function moveEmail(email: Email, move: Move): Promise<boolean> {
  const key = keys.email(email.workspaceId, email.id);
  const { changes, condition } = moveOf(email, move);
  const onThread = threadChanges(email, move.to, move.set?.sentAt ?? null);
  if (onThread.length === 0) return (await updateItem<Email>(key, changes, condition)) !== undefined;
  for (const one of onThread) {
    const isDone = await writeTogether([
      change(key, changes, condition),
      change(threadKeyOf(email), one.changes, one.condition),
    ]);
    if (isDone) return true;
  }
  return false;
}

/** The write of a move, for who puts it into a transaction of its own. */
export function moveOf(
  { workspaceId }: Email,
  { from, to, set = {}, attempt }: Move,
): { changes: Changes; condition: Condition } {
  const values = { ...set, status: to, ...(isRareStatus(to) && { statusKey: statusKey(workspaceId, to) }) };
  const remove = passing.filter((name) => !(name in values));
  const isStill = is('status', from);
  return {
    changes: { set: values, remove },
    condition: attempt ? all(isStill, is('attempt.owner', attempt.owner)) : isStill,
  };
}
