import type { RequestContext } from '../../../core/request-context';
import { ifAbsent } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { putItem, putItems, type Item } from '../../../db/table';
import { updateWrite, putWrite, writeTransaction, type TransactionWrite } from '../../../db/transaction';
import type { ThreadAssignment } from '../threading/assign-thread';
import { pendingReplyChanges, threadKeyOf } from '../threading/email-thread-changes';
import { deliveryInProgressError } from '../deliver/claim';
import { findEmail } from '../emails/find';
import type { Message } from '../emails/message';
import { newEmail } from '../emails/new-email';
import type { Email } from '../../../db/records/emails';
import { pendingEmailPointers } from '../emails/store';
import { storePendingContent } from './pending-content';

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
  const newPendingEmail: Email = {
    ...newEmail(ctx, message, threadAssignment),
    // The thread exists before the email is sent, and shows the pending reply.
    ...(threadAssignment.threadId && { joinsThread: true, isPendingReply: true }),
    ...set,
  };
  // The email needs its content and its pointers, so they are stored first.
  const { record, uploaded } = await storePendingContent(newPendingEmail, message);
  const email = { ...newPendingEmail, ...(uploaded && { storedContent: uploaded.storedContent }) };
  const pointers = pendingEmailPointers(email, message, { startsThread: !threadAssignment.joinsThread });
  await putItems(uploaded ? pointers : [record, ...pointers]);
  // The record that names the objects is part of the transaction, because a concurrent attempt has other objects.
  const contentWrites = uploaded ? [putWrite(record), uploaded.useWrite] : [];
  if (!(await insertEmail(email, relatedItems, contentWrites))) await expectSameOperation(email);
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
async function insertEmail(
  email: Email,
  relatedItems: readonly Item<object>[],
  contentWrites: readonly TransactionWrite[],
): Promise<boolean> {
  const item = { ...keys.email(email.workspaceId, email.id), ...email };
  const relatedWrites = [
    ...relatedItems.map((relatedItem) => putWrite(relatedItem, ifAbsent)),
    ...(email.isPendingReply ? [updateWrite(threadKeyOf(email), pendingReplyChanges(email))] : []),
    ...contentWrites,
  ];
  return relatedWrites.length === 0
    ? (await putItem<Email>(item, ifAbsent)) === undefined
    : writeTransaction([putWrite(item, ifAbsent), ...relatedWrites]);
}
