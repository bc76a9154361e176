import type { Ctx } from '../../ctx';
import { ifAbsent } from '../../db/condition';
import { keys } from '../../db/keys';
import { putItem, type Item } from '../../db/table';
import { change, put, writeTogether } from '../../db/transaction';
import type { Place } from '../conversations/threads/place';
import { pendingChanges, threadKeyOf } from '../conversations/threads/follow-email';
import { textOf } from '../departure/compose';
import { storedMessage, type Message } from '../emails/message';
import { newEmail } from '../emails/new-email';
import type { Email } from '../emails/record';
import { storeBeside } from '../emails/store';

/** An email that is not to leave now. */
export interface Later {
  message: Message;
  place: Place;
}

/**
 * Stores an email that leaves later, all of its message with it, and `others` that wait for it: all or nothing, its
 * thread knowing of a pending answer. A retry of the same operation finds what its first attempt stored.
 */
export async function keepForLater(
  ctx: Ctx,
  { message, place }: Later,
  { set, others = [] }: { set: Partial<Email>; others?: readonly Item<object>[] },
): Promise<Email> {
  const email: Email = {
    ...newEmail(ctx, message, place),
    // Its thread is there before it has left.
    ...(place.threadId && { joins: true }),
    ...(place.joins && { isPendingReply: true }),
    ...set,
  };
  const content = {
    html: message.html ?? null,
    text: await textOf(message),
    message: storedMessage(message),
  };
  await storeBeside(email, content, { isPending: true, startsThread: !place.joins });
  await record(email, others);
  return email;
}

async function record(email: Email, others: readonly Item<object>[]): Promise<void> {
  const item = { ...keys.email(email.workspaceId, email.id), ...email };
  if (others.length === 0 && !email.isPendingReply) return void (await putItem<Email>(item, ifAbsent));
  await writeTogether([
    ...[item, ...others].map((one) => put(one, ifAbsent)),
    ...(email.isPendingReply ? [change(threadKeyOf(email), pendingChanges(email))] : []),
  ]);
}
