import type { Ctx } from '../../ctx';
import { keys, statusKey } from '../../db/keys';
import { requireEnv } from '../../env';
import { hourMs, iso, newId, now } from '../../time';
import { chargeDailyCap } from '../api-keys/daily-cap';
import { dueAtTime } from '../due/due-at';
import { setAlarm } from '../due/set-alarm';
import { recordBeside } from '../departure/claim';
import { everyoneOf, type Message } from '../emails/message';
import { newEmail } from '../emails/new-email';
import { pendingResponse, type SendResponse } from '../emails/present';
import type { Email } from '../emails/record';
import { contentToKeep, recordPending } from '../later/record-pending';
import type { Place } from '../conversations/threads/place';
import type { Approval } from './record';

/** Nobody decided for so long: the draft expires. */
const expiryMs = () => Number(requireEnv('APPROVAL_EXPIRY_HOURS')) * hourMs;

interface Held {
  message: Message;
  place: Place;
  dueAt: number | undefined;
}

/** Check 12: the draft is stored and held until a person decides. */
export async function holdForApproval(ctx: Ctx, { message, place, dueAt }: Held): Promise<SendResponse> {
  await chargeDailyCap(ctx.credential, everyoneOf(message).length);
  const approval = newApproval(ctx);
  const email: Email = {
    ...newEmail(ctx, message, place),
    // Its thread is there before it has left.
    ...(place.threadId && { joins: true }),
    ...(place.joins && { isPendingReply: true }),
    approvalId: approval.id,
    scheduledAt: dueAt === undefined ? null : iso(dueAt),
  };
  const content = await contentToKeep(message);
  await recordBeside(email, content, { isPending: true, startsThread: !place.joins }, []);
  // A draft that nobody can decide on, or a decision about nothing, must not be: they are recorded together.
  await recordPending(email, { ...keys.approval(ctx.workspaceId, approval.id), ...approval });
  await setAlarm(Date.parse(approval.expiresAt));
  return pendingResponse(email);
}

function newApproval({ workspaceId, credential, operation }: Ctx): Approval {
  const id = newId();
  const createdAt = now();
  const expiresAt = createdAt + expiryMs();
  return {
    id,
    workspaceId,
    messageId: operation.id,
    status: 'pending',
    apiKeyId: credential.id,
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
