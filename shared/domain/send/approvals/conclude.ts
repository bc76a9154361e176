import { all, is } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { isFree, isHeldBy, leaseAttributes } from '../../../db/lease';
import { updateItem } from '../../../db/table';
import { change, writeTogether } from '../../../db/transaction';
import { nowIso } from '../../../core/time';
import { threadChanges, threadKeyOf } from '../threading/follow-email';
import { dueAttributes } from '../../platform/scheduler/due-at';
import { moveOf } from '../emails/move';
import type { Email, EmailStatus } from '../../../db/records/emails';
import type { Approval } from '../../../db/records/approvals';

export interface Conclusion {
  status: 'approved' | 'rejected' | 'expired';
  decidedBy?: string | null | undefined;
  reason?: string | null | undefined;
  /** The release that concludes it; without one nobody may be releasing it. */
  leaseOwner?: string | undefined;
}

/** What becomes of the held email, which is `queued` until then. */
export interface Fate {
  to: EmailStatus;
  set?: Partial<Email>;
}

/** Concludes the approval and moves its email, or neither: false when somebody else was faster. */
export async function concludeWith(
  { workspaceId, id }: Approval,
  conclusion: Conclusion,
  email: Email,
  { to, set = {} }: Fate,
): Promise<boolean> {
  const [onThread] = threadChanges(email, to, null);
  const move = moveOf(email, { from: 'queued', to, set });
  const { changes, condition } = concluded(conclusion);
  return writeTogether([
    change(keys.approval(workspaceId, id), changes, condition),
    change(keys.email(workspaceId, email.id), move.changes, move.condition),
    ...(onThread ? [change(threadKeyOf(email), onThread.changes, onThread.condition)] : []),
  ]);
}

/** Concludes the approval of an email that has left. False when somebody else was faster. */
export async function concludeAlone({ workspaceId, id }: Approval, conclusion: Conclusion): Promise<boolean> {
  const { changes, condition } = concluded(conclusion);
  return (await updateItem(keys.approval(workspaceId, id), changes, condition)) !== undefined;
}

function concluded({ status, decidedBy = null, reason = null, leaseOwner }: Conclusion) {
  const mayConclude = leaseOwner === undefined ? isFree() : isHeldBy(leaseOwner);
  return {
    changes: {
      set: { status, decidedBy, decisionReason: reason, decidedAt: nowIso(), lastError: null },
      remove: ['statusKey', ...dueAttributes, ...leaseAttributes],
    },
    condition: all(is('status', 'pending'), mayConclude),
  };
}
