import { attributeNotExists, any, atMost } from '../../../db/condition';
import { keys, type Key } from '../../../db/keys/index';
import type { Changes } from '../../../db/update';
import type { Email, EmailStatus } from '../../../db/records/emails';
import { participantsOf } from './participants';
import { waitingAttributes, type Thread } from '../../../db/records/threads';
import {
  latestMessageAttributes,
  isLatestMessage,
  upsertThread,
  type ThreadSeed,
  type ThreadChange,
} from './upsert-thread';

/**
 * The possible changes to a thread when the status of one of its emails changes. A change adds a sent email to the
 * thread's count, or removes a pending reply that will not be sent. Apply the first change whose condition is true, in
 * the transaction that changes the status.
 */
export function threadChangesForEmail(email: Email, to: EmailStatus, sentAt: string | null): ThreadChange[] {
  if (to === 'sent' && email.joinsThread) return sentChanges(email, sentAt ?? email.createdAt);
  if (isNeverSent(to) && email.isPendingReply) return [{ changes: removePendingReply(email) }];
  return [];
}

/** Adds a held or scheduled email to the pending replies of its thread. */
export function pendingReplyChanges(email: Email): Changes<Thread> {
  const seed = threadSeedOf(email);
  return upsertThread(seed, {
    setIfAbsent: {
      awaitingReply: false,
      messageCount: 0,
      participants: participantsOf(email),
      ...latestMessageAttributes(seed, email.createdAt),
    },
    add: { pendingReplies: new Set([email.id]) },
  });
}

const isNeverSent = (status: EmailStatus): boolean => ['canceled', 'failed', 'rejected'].includes(status);

/**
 * Records the reply of the workspace. If a message arrived after this email was sent, the thread continues to await a
 * reply.
 */
function sentChanges(email: Email, sentAt: string): ThreadChange[] {
  const seed = threadSeedOf(email);
  const countChanges = {
    add: { messageCount: 1, participants: participantsOf(email) },
    deleteFromSet: { pendingReplies: new Set([email.id]) },
  };
  const answered = { awaitingReply: false };
  return [
    {
      changes: upsertThread(seed, {
        ...countChanges,
        set: { ...answered, ...latestMessageAttributes(seed, sentAt) },
        remove: waitingAttributes,
      }),
      condition: isLatestMessage(sentAt),
    },
    {
      changes: upsertThread(seed, { ...countChanges, set: answered, remove: waitingAttributes }),
      condition: any(attributeNotExists('awaitingSince'), atMost('awaitingSince', sentAt)),
    },
    { changes: upsertThread(seed, countChanges) },
  ];
}

const threadSeedOf = ({ workspaceId, threadId, id, subject, inboxId, createdAt }: Email): ThreadSeed => ({
  workspaceId,
  threadId: threadId ?? '',
  id,
  subject,
  inboxId,
  createdAt,
});

/** Removes the pending reply. Needs no upsert, because the thread has had a record since the email became pending. */
const removePendingReply = ({ id }: Email): Changes<Thread> => ({
  deleteFromSet: { pendingReplies: new Set([id]) },
});

export const threadKeyOf = ({ workspaceId, threadId }: Email): Key<Thread> =>
  keys.thread(workspaceId, threadId ?? '');
