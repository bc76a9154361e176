import { createHash } from 'node:crypto';
import type { Ctx } from '../../../core/ctx';
import { keys, statusKey } from '../../../db/keys';
import { requireEnv } from '../../../core/env';
import { hourMs, iso, newId, now } from '../../../core/time';
import { dueAtTime } from '../../platform/scheduler/due-at';
import { setAlarm } from '../../platform/scheduler/set-alarm';
import type { Attachment } from '../emails/message';
import type { Email } from '../../../db/records/emails';
import { keepForLater, type Later } from '../scheduling/keep';
import type { Approval, AttachedFile } from '../../../db/records/approvals';

/** Nobody decided for so long: the draft expires. */
const expiryMs = () => Number(requireEnv('APPROVAL_EXPIRY_HOURS')) * hourMs;

/** The draft is stored and held until a person decides (core.md, "Order of checks" 12). */
export async function holdForApproval(ctx: Ctx, later: Later, dueAt: number | undefined): Promise<Email> {
  const approval = newApproval(ctx, later.message.attachments.map(withoutBytes));
  const email = await keepForLater(ctx, later, {
    set: { approvalId: approval.id, scheduledAt: dueAt === undefined ? null : iso(dueAt) },
    // A draft that nobody can decide on, or a decision about nothing, must not be: they are stored together.
    others: [{ ...keys.approval(ctx.workspaceId, approval.id), ...approval }],
  });
  await setAlarm(Date.parse(approval.expiresAt));
  return email;
}

const withoutBytes = ({ filename, contentType, content }: Attachment): AttachedFile => ({
  filename,
  contentType,
  size: content.length,
  sha256: createHash('sha256').update(content).digest('hex'),
});

function newApproval(
  { workspaceId, credential, operation }: Ctx,
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
    createdAt: iso(createdAt),
    expiresAt: iso(expiresAt),
    lastError: null,
    decidedBy: null,
    decisionReason: null,
    decidedAt: null,
    statusKey: statusKey(workspaceId, 'pending_approval'),
    ...dueAtTime(id, 'expireApproval', expiresAt),
  };
}
