import type { Ctx } from '../../ctx';
import { statusKey } from '../../db/keys';
import { iso } from '../../time';
import { chargeDailyCap } from '../api-keys/daily-cap';
import { dueAtTime } from '../due/due-at';
import { setAlarm } from '../due/set-alarm';
import { markPendingReply } from '../threads/follow-email';
import type { Place } from '../threads/place';
import { recordEmail } from './claim';
import { everyoneOf, storedMessage, type Message } from './message';
import { newEmail } from './new-email';
import { scheduledResponse, type SendResponse } from './present';
import type { Email } from './record';

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
    ...dueAtTime(ctx.operation.id, 'sendEmail', dueAt),
  };
  await Promise.all([
    recordEmail(email, contentToKeep(message), { isPending: true, startsThread: !place.joins }),
    setAlarm(dueAt),
  ]);
  await markPendingReply(email);
  return scheduledResponse(email);
}

/** What an email that leaves later keeps: all of the message. */
export const contentToKeep = (message: Message) => ({
  html: message.html ?? null,
  text: message.text ?? null,
  message: storedMessage(message),
});
