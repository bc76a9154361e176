import { keys } from '../../db/keys';
import { updateItem, writeTogether, type FullUpdate } from '../../db/table';
import { now, nowIso } from '../../time';
import { updateFor } from '../emails/move';
import type { Email, EmailStatus } from '../emails/record';
import { threadKeyOf, threadUpdates } from '../conversations/threads/follow-email';
import type { Approval } from './record';

export interface Conclusion {
  status: 'approved' | 'rejected' | 'expired';
  decidedBy?: string | null | undefined;
  reason?: string | null | undefined;
  /** The release that concludes it; without one nobody may be releasing it. */
  releaser?: string | undefined;
}

/** What becomes of the held email, which is `queued` until then. */
interface Fate {
  to: EmailStatus;
  set?: Partial<Email>;
}

/** Concludes the approval and moves its email, or neither: false when somebody else was faster. */
export async function concludeWith(
  approval: Approval,
  conclusion: Conclusion,
  email: Email,
  { to, set = {} }: Fate,
): Promise<boolean> {
  const { workspaceId } = approval;
  const [onThread] = threadUpdates(email, to, null);
  return writeTogether(({ TableName }) => [
    { Update: { TableName, Key: keys.approval(workspaceId, approval.id), ...concluded(conclusion) } },
    {
      Update: {
        TableName,
        Key: keys.email(workspaceId, email.id),
        ...updateFor(email, { from: 'queued', to, set }),
      },
    },
    ...(onThread ? [{ Update: { TableName, Key: threadKeyOf(email), ...onThread } }] : []),
  ]);
}

/** Concludes the approval of an email that has left. False when somebody else was faster. */
export async function concludeAlone(approval: Approval, conclusion: Conclusion): Promise<boolean> {
  const key = keys.approval(approval.workspaceId, approval.id);
  return (await updateItem(key, concluded(conclusion))) !== undefined;
}

function concluded({ status, decidedBy = null, reason = null, releaser }: Conclusion): FullUpdate {
  const isFree = releaser
    ? 'releaser = :releaser'
    : '(attribute_not_exists(releasingUntil) OR releasingUntil <= :nowMs)';
  return {
    UpdateExpression: `SET #status = :to, decidedBy = :decidedBy, decisionReason = :reason, decidedAt = :now, lastError = :none
      REMOVE statusKey, dueKey, dueAt, dueJob, releaser, releasingUntil`,
    ConditionExpression: `#status = :pending AND ${isFree}`,
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: {
      ':to': status,
      ':pending': 'pending',
      ':decidedBy': decidedBy,
      ':reason': reason,
      ':now': nowIso(),
      ':none': null,
      ...(releaser ? { ':releaser': releaser } : { ':nowMs': now() }),
    },
  };
}
