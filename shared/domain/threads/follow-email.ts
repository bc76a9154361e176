import { keys, threadsKey, timePosition } from '../../db/keys';
import { updateItem, type FullUpdate } from '../../db/table';
import type { Email, EmailStatus } from '../emails/record';
import { participantsOf } from './participants';

/**
 * What a thread makes of it that one of its emails moves: it counts one that was sent, and forgets a pending answer
 * that will not come. It belongs into the transaction of the move.
 */
export function threadUpdate(email: Email, to: EmailStatus, sentAt: string | null): FullUpdate | undefined {
  if (to === 'sent' && email.joins) return countSent(email, sentAt ?? email.createdAt);
  if (isOver(to) && email.isPendingReply) return forgetPending(email);
  return undefined;
}

/** Shows on the thread that an answer is held or scheduled. */
export async function markPendingReply(email: Email): Promise<void> {
  if (!email.isPendingReply || !email.threadId) return;
  await updateItem(keys.thread(email.workspaceId, email.threadId), {
    UpdateExpression: 'ADD pendingReplies :id',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':id': new Set([email.id]) },
  });
}

const isOver = (status: EmailStatus): boolean => ['canceled', 'failed', 'rejected'].includes(status);

/** The workspace has answered. A thread whose first email never left has no record yet: it gets one. */
function countSent(email: Email, sentAt: string): FullUpdate {
  const { workspaceId, id, subject, createdAt, threadId } = email;
  const participants = participantsOf(email);
  const added = ['messageCount :one', ...(participants.size > 0 ? ['participants :participants'] : [])];
  return {
    UpdateExpression: `SET ${[
      'id = :threadId',
      'workspaceId = :workspaceId',
      'subject = if_not_exists(subject, :subject)',
      'firstMessageId = if_not_exists(firstMessageId, :id)',
      'createdAt = if_not_exists(createdAt, :createdAt)',
      'handledAt = if_not_exists(handledAt, :none)',
      'awaitingReply = :no',
      'lastMessageAt = :sentAt',
      'timeKey = :timeKey',
      'timeAt = :timeAt',
    ].join(', ')} REMOVE dueKey, dueAt ADD ${added.join(', ')} DELETE pendingReplies :ids`,
    ExpressionAttributeValues: {
      ':threadId': threadId,
      ':workspaceId': workspaceId,
      ':subject': subject,
      ':id': id,
      ':ids': new Set([id]),
      ':createdAt': createdAt,
      ':none': null,
      ':no': false,
      ':sentAt': sentAt,
      ':timeKey': threadsKey(workspaceId, threadId ?? ''),
      ':timeAt': timePosition(sentAt, threadId ?? ''),
      ':one': 1,
      ...(participants.size > 0 && { ':participants': participants }),
    },
  };
}

const forgetPending = ({ id }: Email): FullUpdate => ({
  UpdateExpression: 'DELETE pendingReplies :ids',
  ExpressionAttributeValues: { ':ids': new Set([id]) },
});
