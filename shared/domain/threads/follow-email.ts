import { keys, threadsKey, timePosition } from '../../db/keys';
import type { FullUpdate } from '../../db/table';
import type { Email, EmailStatus } from '../emails/record';
import { participantsOf } from './participants';

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
  return onThread(email, {
    set: {
      awaitingReply: { unlessSet: false },
      messageCount: { unlessSet: 0 },
      ...(participants.size > 0 && { participants: { unlessSet: participants } }),
      ...latest(email, email.createdAt, 'unlessSet'),
    },
    clauses: 'ADD pendingReplies :ids',
    values: { ':ids': new Set([email.id]) },
  });
}

const isOver = (status: EmailStatus): boolean => ['canceled', 'failed', 'rejected'].includes(status);

/** The workspace has answered. A mail of which that is known late does not set the thread back to its time. */
function countSent(email: Email, sentAt: string): FullUpdate[] {
  const participants = participantsOf(email);
  const added = ['messageCount :one', ...(participants.size > 0 ? ['participants :participants'] : [])];
  const counting = {
    clauses: `REMOVE dueKey, dueAt ADD ${added.join(', ')} DELETE pendingReplies :ids`,
    values: {
      ':ids': new Set([email.id]),
      ':one': 1,
      ...(participants.size > 0 && { ':participants': participants }),
    },
  };
  const answered = { awaitingReply: { to: false } };
  const last = latest(email, sentAt, 'to');
  return [
    {
      ...onThread(email, { set: { ...answered, ...last }, ...counting }),
      ConditionExpression: 'attribute_not_exists(lastMessageAt) OR lastMessageAt <= :lastMessageAt',
    },
    onThread(email, { set: answered, ...counting }),
  ];
}

type Value = { to: unknown } | { unlessSet: unknown };

/** Where the thread stands among the others. */
function latest(
  { workspaceId, threadId }: Email,
  at: string,
  how: 'to' | 'unlessSet',
): Record<string, Value> {
  const id = threadId ?? '';
  const fields = { lastMessageAt: at, timeKey: threadsKey(workspaceId, id), timeAt: timePosition(at, id) };
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      how === 'to' ? { to: value } : { unlessSet: value },
    ]),
  );
}

interface Change {
  set: Record<string, Value>;
  clauses: string;
  values: Record<string, unknown>;
}

/** A thread whose first email never left has no record yet: it gets one. */
function onThread(email: Email, { set, clauses, values }: Change): FullUpdate {
  const all: Record<string, Value> = {
    id: { to: email.threadId },
    workspaceId: { to: email.workspaceId },
    subject: { unlessSet: email.subject },
    firstMessageId: { unlessSet: email.id },
    createdAt: { unlessSet: email.createdAt },
    handledAt: { unlessSet: null },
    ...set,
  };
  const assignments = Object.entries(all).map(([name, value]) =>
    'to' in value ? `${name} = :${name}` : `${name} = if_not_exists(${name}, :${name})`,
  );
  const assigned = Object.entries(all).map(([name, value]) => [
    `:${name}`,
    'to' in value ? value.to : value.unlessSet,
  ]);
  return {
    UpdateExpression: `SET ${assignments.join(', ')} ${clauses}`,
    ExpressionAttributeValues: { ...Object.fromEntries(assigned), ...values },
  };
}

/** The thread has had a record since the answer became pending. */
const forgetPending = ({ id }: Email): FullUpdate => ({
  UpdateExpression: 'DELETE pendingReplies :ids',
  ExpressionAttributeValues: { ':ids': new Set([id]) },
});

/** Where the updates belong. */
export const threadKeyOf = ({ workspaceId, threadId }: Email) => keys.thread(workspaceId, threadId ?? '');
