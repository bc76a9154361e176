import { createHash } from 'node:crypto';
import type { RequestContext } from '../../../core/request-context';
import { keys, statusKey } from '../../../db/keys';
import { requireEnv } from '../../../core/env';
import { hourMs, toIso, newId, now } from '../../../core/time';
import { dueAttributes } from '../../platform/scheduler/due-attributes';
import { scheduleWakeup } from '../../platform/scheduler/schedule-wakeup';
import type { Attachment } from '../emails/message';
import type { Email } from '../../../db/records/emails';
import { storePending, type PendingEmail } from '../scheduling/store-pending';
import type { Approval, AttachedFile } from '../../../db/records/approvals';

/** How long a draft waits for a decision before it expires. */
const expiryMs = () => Number(requireEnv('APPROVAL_EXPIRY_HOURS')) * hourMs;

/** Stores the draft and holds it until an approver decides (K-33, A-1). */
export async function holdForApproval(
  ctx: RequestContext,
  pending: PendingEmail,
  dueAt: number | undefined,
): Promise<Email> {
  const approval = newApproval(ctx, pending.message.attachments.map(describeAttachment));
  const email = await storePending(ctx, pending, {
    set: { approvalId: approval.id, scheduledAt: dueAt === undefined ? null : toIso(dueAt) },
    // Store the draft and its approval in one transaction, because a draft without an approval could not be decided,
    // and an approval needs its draft.
    relatedItems: [{ ...keys.approval(ctx.workspaceId, approval.id), ...approval }],
  });
  await scheduleWakeup(Date.parse(approval.expiresAt));
  return email;
}

const describeAttachment = ({ filename, contentType, content }: Attachment): AttachedFile => ({
  filename,
  contentType,
  size: content.length,
  sha256: createHash('sha256').update(content).digest('hex'),
});

function newApproval(
  { workspaceId, credential, operation }: RequestContext,
  attachments: readonly AttachedFile[],
): Approval {
  const id = newId();
  const createdAt = now();
  const expiresAt = createdAt + expiryMs();
  return {
    id,
    workspaceId,
    messageId: operation.id,
    status: 'pending',
    apiKeyId: credential.id,
    attachments,
    createdAt: toIso(createdAt),
    expiresAt: toIso(expiresAt),
    lastError: null,
    decidedBy: null,
    decisionReason: null,
    decidedAt: null,
    statusKey: statusKey(workspaceId, 'pending_approval'),
    ...dueAttributes(id, 'expireApproval', expiresAt),
  };
}
