import type { Ctx } from '../../ctx';
import { keys, statusKey } from '../../db/keys';
import { ifAbsent, writeTogether } from '../../db/table';
import { requireEnv } from '../../env';
import { hourMs, iso, newId, now } from '../../time';
import { chargeDailyCap } from '../api-keys/daily-cap';
import { dueAtTime } from '../due/due-at';
import { setAlarm } from '../due/set-alarm';
import { recordBeside } from '../emails/claim';
import { everyoneOf, type Message } from '../emails/message';
import { newEmail } from '../emails/new-email';
import { pendingResponse, type SendResponse } from '../emails/present';
import type { Email } from '../emails/record';
import { contentToKeep } from '../emails/schedule';
import { markPendingReply } from '../threads/follow-email';
import type { Place } from '../threads/place';
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
  await recordBeside(email, contentToKeep(message), { isPending: true, startsThread: !place.joins }, []);
  await recordTogether(email, approval);
  await Promise.all([markPendingReply(email), setAlarm(Date.parse(approval.expiresAt))]);
  return pendingResponse(email);
}

function newApproval({ workspaceId, credential, operation }: Ctx): Approval {
  const id = newId();
  const expiresAt = now() + expiryMs();
  return {
    id,
    workspaceId,
    messageId: operation.id,
    status: 'pending',
    apiKeyId: credential.id,
    createdAt: iso(now()),
    expiresAt: iso(expiresAt),
    lastError: null,
    decidedBy: null,
    decisionReason: null,
    decidedAt: null,
    statusKey: statusKey(workspaceId, 'pending_approval'),
    ...dueAtTime(id, 'expireApproval', expiresAt),
  };
}

/** A draft that nobody can decide on, or a decision about nothing, must not be. */
async function recordTogether(email: Email, approval: Approval): Promise<void> {
  const { workspaceId } = approval;
  const items = [
    { ...keys.email(workspaceId, email.id), ...email },
    { ...keys.approval(workspaceId, approval.id), ...approval },
  ];
  const written = await writeTogether((table) =>
    items.map((Item) => ({ Put: { ...table, Item, ConditionExpression: ifAbsent.expression } })),
  );
  if (!written) throw new Error('A new draft has the id of an existing one');
}
