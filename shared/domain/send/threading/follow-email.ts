import { absent, any, atMost } from '../../../db/condition';
import { keys, type Key } from '../../../db/keys/index';
import type { Changes } from '../../../db/update';
import type { Email, EmailStatus } from '../../../db/records/emails';
import { participantsOf } from './participants';
import { waitingAttributes } from '../../../db/records/threads';
import { latest, unlessLater, upsertThread, type Beginning, type ThreadChange } from './upsert';

/**
 * What a thread makes of it that one of its emails moves: it counts one that was sent, and forgets a pending answer
 * that will not come. It belongs into the transaction of the move. Of several, the first whose condition holds.
 */
export function threadChanges(email: Email, to: EmailStatus, sentAt: string | null): ThreadChange[] {
  if (to === 'sent' && email.joins) return countSent(email, sentAt ?? email.createdAt);
  if (isOver(to) && email.isPendingReply) return [{ changes: forgetPending(email) }];
  return [];
}

/** Shows on the thread that an email is held or scheduled. */
export function pendingChanges(email: Email): Changes {
  const beginning = beginningOf(email);
  return upsertThread(beginning, {
    setOnce: {
      awaitingReply: false,
      messageCount: 0,
      participants: participantsOf(email),
      ...latest(beginning, email.createdAt),
    },
    add: { pendingReplies: new Set([email.id]) },
  });
}

const isOver = (status: EmailStatus): boolean => ['canceled', 'failed', 'rejected'].includes(status);

/** The workspace has answered, unless somebody wrote after the answer had left. */
function countSent(email: Email, sentAt: string): ThreadChange[] {
  const beginning = beginningOf(email);
  const counted = {
    add: { messageCount: 1, participants: participantsOf(email) },
    takeOut: { pendingReplies: new Set([email.id]) },
  };
  const answered = { awaitingReply: false };
  return [
    {
      changes: upsertThread(beginning, {
        ...counted,
        set: { ...answered, ...latest(beginning, sentAt) },
        remove: waitingAttributes,
      }),
      condition: unlessLater(sentAt),
    },
    {
      changes: upsertThread(beginning, { ...counted, set: answered, remove: waitingAttributes }),
      condition: any(absent('awaitingSince'), atMost('awaitingSince', sentAt)),
    },
    { changes: upsertThread(beginning, counted) },
  ];
}

const beginningOf = ({ workspaceId, threadId, id, subject, createdAt }: Email): Beginning => ({
  workspaceId,
  threadId: threadId ?? '',
  id,
  subject,
  createdAt,
});

/** The thread has had a record since the email became pending. */
const forgetPending = ({ id }: Email): Changes => ({ takeOut: { pendingReplies: new Set([id]) } });

/** Where the changes belong. */
export const threadKeyOf = ({ workspaceId, threadId }: Email): Key =>
  keys.thread(workspaceId, threadId ?? '');
