import type { RequestContext } from '../../../core/request-context';
import { ifAbsent } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { putItem, type Item } from '../../../db/table';
import { updateWrite, putWrite, writeTransaction } from '../../../db/transaction';
import type { ThreadAssignment } from '../threading/assign-thread';
import { pendingReplyChanges, threadKeyOf } from '../threading/email-thread-changes';
import { deliveryInProgressError } from '../deliver/claim';
import { renderText } from '../deliver/compose';
import { findEmail } from '../emails/find';
import { serializeMessage, type Message } from '../emails/message';
import { newEmail } from '../emails/new-email';
import type { Email } from '../../../db/records/emails';
import { storeWithRelated } from '../emails/store';

/** A message to send later, and its thread. */
export interface PendingEmail {
  message: Message;
  threadAssignment: ThreadAssignment;
}

/**
 * Stores an email to send later with its whole message. One transaction writes the email, `relatedItems` and the
 * pending reply of its thread. A retry of the operation finds the email that the first attempt stored.
 */
export async function storePending(
  ctx: RequestContext,
  { message, threadAssignment }: PendingEmail,
  { set, relatedItems = [] }: { set: Partial<Email>; relatedItems?: readonly Item<object>[] },
): Promise<Email> {
  const email: Email = {
    ...newEmail(ctx, message, threadAssignment),
    // The thread exists before the email is sent, and shows the pending reply.
    ...(threadAssignment.threadId && { joinsThread: true, isPendingReply: true }),
    ...set,
  };
  const content = {
    html: message.html ?? null,
    text: await renderText(message),
    message: serializeMessage(message),
  };
  await storeWithRelated(email, content, { isPending: true, startsThread: !threadAssignment.joinsThread });
  if (!(await insertEmail(email, relatedItems))) await expectSameOperation(email);
  return email;
}

/**
 * A write that is repeated after a lost response finds the email that the first write stored. Any other email comes
 * from an attempt to send immediately.
 */
async function expectSameOperation({ workspaceId, id, status, approvalId }: Email): Promise<void> {
  const existing = await findEmail(workspaceId, id);
  if (existing?.status !== status || existing.approvalId !== approvalId) throw deliveryInProgressError();
}

/** Returns false if the email already exists. */
async function insertEmail(email: Email, relatedItems: readonly Item<object>[]): Promise<boolean> {
  const item = { ...keys.email(email.workspaceId, email.id), ...email };
  if (relatedItems.length === 0 && !email.isPendingReply)
    return (await putItem<Email>(item, ifAbsent)) === undefined;
  return writeTransaction([
    ...[item, ...relatedItems].map((newItem) => putWrite(newItem, ifAbsent)),
    ...(email.isPendingReply ? [updateWrite(threadKeyOf(email), pendingReplyChanges(email))] : []),
  ]);
}
