import type { Ctx } from '../../ctx';
import { statusKey } from '../../db/keys';
import { iso, now } from '../../time';
import { chargeDailyCap } from '../api-keys/daily-cap';
import { dueAtTime } from '../due/due-at';
import { setAlarm } from '../due/set-alarm';
import type { Place } from '../conversations/threads/place';
import { recordBeside } from '../departure/claim';
import { everyoneOf, type Message } from '../emails/message';
import { newEmail } from '../emails/new-email';
import { scheduledResponse, type SendResponse } from '../emails/present';
import { contentToKeep, recordPending } from './record-pending';
import type { Email } from '../emails/record';

/** Check 13: the email is stored with all that it takes to send it, and is due at `dueAt`, in ms. */
export async function scheduleEmail(
  ctx: Ctx,
  { message, place, dueAt }: { message: Message; place: Place; dueAt: number },
): Promise<SendResponse> {
  await chargeDailyCap(ctx.credential, everyoneOf(message).length);
  const email: Email = {
    ...newEmail(ctx, message, place),
    // Its thread is there before it has left.
    ...(place.threadId && { joins: true }),
    ...(place.joins && { isPendingReply: true }),
    status: 'scheduled',
    statusKey: statusKey(ctx.workspaceId, 'scheduled'),
    scheduledAt: iso(dueAt),
    // A time long past is no way past those who wait.
    ...dueAtTime(ctx.operation.id, 'sendEmail', Math.max(dueAt, now())),
  };
  const content = await contentToKeep(message);
  await recordBeside(email, content, { isPending: true, startsThread: !place.joins }, []);
  await Promise.all([recordPending(email), setAlarm(dueAt)]);
  return scheduledResponse(email);
}
