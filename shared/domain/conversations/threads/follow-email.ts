import { keys } from '../../../db/keys';
import type { FullUpdate } from '../../../db/table';
import type { Email, EmailStatus } from '../../emails/record';
import { participantsOf } from './participants';
import { latest, unlessLater, upsertThread, type Beginning } from './upsert';

/**
 * What a thread makes of it that one of its emails moves: it counts one that was sent, and forgets a pending answer
 * that will not come. It belongs into the transaction of the move. Of several, the first whose condition holds.
 */
export function threadUpdates(email: Email, to: EmailStatus, sentAt: string | null): FullUpdate[] {
  if (to === 'sent' && email.joins) return countSent(email, sentAt ?? email.createdAt);
  if (isOver(to) && email.isPendingReply) return [forgetPending(email)];
  return [];
}

/** Shows on the thread that an answer is held or scheduled. */
export function pendingUpdate(email: Email): FullUpdate {
  const participants = participantsOf(email);
  const beginning = beginningOf(email);
  return upsertThread(beginning, {
    set: {
      awaitingReply: { unlessSet: false },
      messageCount: { unlessSet: 0 },
      ...(participants.size > 0 && { participants: { unlessSet: participants } }),
      ...latest(beginning, email.createdAt, 'unlessSet'),
    },
    clauses: 'ADD pendingReplies :ids',
    values: { ':ids': new Set([email.id]) },
  });
}

const isOver = (status: EmailStatus): boolean => ['canceled', 'failed', 'rejected'].includes(status);

/** The workspace has answered, unless somebody wrote after the answer had left. */
function countSent(email: Email, sentAt: string): FullUpdate[] {
  const beginning = beginningOf(email);
  const answered = { awaitingReply: { to: false } };
  return [
    {
      ...upsertThread(beginning, {
        set: { ...answered, ...latest(beginning, sentAt, 'to') },
        ...counted(email, 'REMOVE dueKey, dueAt'),
      }),
      ConditionExpression: unlessLater,
    },
    {
      ...upsertThread(beginning, {
        set: answered,
        ...counted(email, 'REMOVE dueKey, dueAt', { ':sentAt': sentAt }),
      }),
      ConditionExpression: 'attribute_not_exists(awaitingSince) OR awaitingSince <= :sentAt',
    },
    upsertThread(beginning, { set: {}, ...counted(email) }),
  ];
}

function counted(email: Email, clause = '', values: Record<string, unknown> = {}) {
  const participants = participantsOf(email);
  const added = ['messageCount :one', ...(participants.size > 0 ? ['participants :participants'] : [])];
  return {
    clauses: `${clause} ADD ${added.join(', ')} DELETE pendingReplies :ids`,
    values: {
      ...values,
      ':ids': new Set([email.id]),
      ':one': 1,
      ...(participants.size > 0 && { ':participants': participants }),
    },
  };
}

const beginningOf = ({ workspaceId, threadId, id, subject, createdAt }: Email): Beginning => ({
  workspaceId,
  threadId: threadId ?? '',
  id,
  subject,
  createdAt,
});

/** The thread has had a record since the answer became pending. */
const forgetPending = ({ id }: Email): FullUpdate => ({
  UpdateExpression: 'DELETE pendingReplies :ids',
  ExpressionAttributeValues: { ':ids': new Set([id]) },
});

/** Where the updates belong. */
export const threadKeyOf = ({ workspaceId, threadId }: Email) => keys.thread(workspaceId, threadId ?? '');
