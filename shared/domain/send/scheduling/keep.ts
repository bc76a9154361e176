import type { Ctx } from '../../../core/ctx';
import { ifAbsent } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { putItem, type Item } from '../../../db/table';
import { change, put, writeTogether } from '../../../db/transaction';
import type { Place } from '../threading/place';
import { pendingChanges, threadKeyOf } from '../threading/follow-email';
import { inProgress } from '../deliver/claim';
import { textOf } from '../deliver/compose';
import { findEmail } from '../emails/find';
import { storedMessage, type Message } from '../emails/message';
import { newEmail } from '../emails/new-email';
import type { Email } from '../../../db/records/emails';
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
    // Its thread is there before it has left, and shows it.
    ...(place.threadId && { joins: true, isPendingReply: true }),
    ...set,
  };
  const content = {
    html: message.html ?? null,
    text: await textOf(message),
    message: storedMessage(message),
  };
  await storeBeside(email, content, { isPending: true, startsThread: !place.joins });
  if (!(await record(email, others))) await expectOwn(email);
  return email;
}

/** A write whose answer was lost stood before it was repeated. Else an attempt that wanted it to leave now stands here. */
async function expectOwn({ workspaceId, id, status, approvalId }: Email): Promise<void> {
  const standing = await findEmail(workspaceId, id);
  if (standing?.status !== status || standing.approvalId !== approvalId) throw inProgress();
}

/** False: an email stands there already. */
async function record(email: Email, others: readonly Item<object>[]): Promise<boolean> {
  const item = { ...keys.email(email.workspaceId, email.id), ...email };
  if (others.length === 0 && !email.isPendingReply)
    return (await putItem<Email>(item, ifAbsent)) === undefined;
  return writeTogether([
    ...[item, ...others].map((one) => put(one, ifAbsent)),
    ...(email.isPendingReply ? [change(threadKeyOf(email), pendingChanges(email))] : []),
  ]);
}
