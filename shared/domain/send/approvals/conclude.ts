import { all, is, type Condition } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { isUnleased, isLeasedBy, leaseAttributes } from '../../../db/lease';
import { updateItem } from '../../../db/table';
import { updateWrite, writeTransaction } from '../../../db/transaction';
import { nowIso } from '../../../core/time';
import { threadChangesForEmail, threadKeyOf } from '../threading/email-thread-changes';
import { dueAttributeNames } from '../../platform/scheduler/due-attributes';
import { endContentUseWrites } from '../emails/end-content-use';
import { transitionWrite } from '../emails/transition';
import type { Email, EmailStatus } from '../../../db/records/emails';
import type { Approval } from '../../../db/records/approvals';
import type { Changes } from '../../../db/update';

export interface Conclusion {
  status: 'approved' | 'rejected' | 'expired';
  decidedBy?: string | null | undefined;
  reason?: string | null | undefined;
  /**
   * The lease of the release that concludes the approval. Without a lease, the write requires that no release is
   * running.
   */
  leaseOwner?: string | undefined;
}

/** The change to the held email, whose status is `queued`. */
export interface StatusTransition {
  to: EmailStatus;
  set?: Partial<Email>;
}

/**
 * Concludes the approval and changes the status of its email in one transaction. Returns false if another request was
 * faster.
 */
export async function concludeApprovalAndEmail(
  { workspaceId, id }: Approval,
  conclusion: Conclusion,
  email: Email,
  { to, set = {} }: StatusTransition,
): Promise<boolean> {
  const [threadChange] = threadChangesForEmail(email, to, null);
  const transition = transitionWrite(email, { from: 'queued', to, set });
  const { changes, condition } = conclusionWrite(conclusion);
  return writeTransaction([
    updateWrite(keys.approval(workspaceId, id), changes, condition),
    updateWrite(keys.email(workspaceId, email.id), transition.changes, transition.condition),
    ...endContentUseWrites(email, to),
    ...(threadChange ? [updateWrite(threadKeyOf(email), threadChange.changes, threadChange.condition)] : []),
  ]);
}

/** Concludes the approval of an email that was already sent. Returns false if another request was faster. */
export async function concludeApproval(
  { workspaceId, id }: Approval,
  conclusion: Conclusion,
): Promise<boolean> {
  const { changes, condition } = conclusionWrite(conclusion);
  return (await updateItem(keys.approval(workspaceId, id), changes, condition)) !== undefined;
}

function conclusionWrite({ status, decidedBy = null, reason = null, leaseOwner }: Conclusion): {
  changes: Changes<Approval>;
  condition: Condition<Approval>;
} {
  const mayConclude = leaseOwner === undefined ? isUnleased() : isLeasedBy(leaseOwner);
  return {
    changes: {
      set: { status, decidedBy, decisionReason: reason, decidedAt: nowIso(), lastError: null },
      remove: ['statusKey', ...dueAttributeNames, ...leaseAttributes],
    },
    condition: all(is('status', 'pending'), mayConclude),
  };
}
