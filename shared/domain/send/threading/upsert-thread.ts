import { attributeNotExists, any, atMost, type Condition } from '../../../db/condition';
import { threadsKey, timePosition } from '../../../db/keys/index';
import type { Changes } from '../../../db/update';
import type { Thread } from '../../../db/records/threads';

/** The initial values of a thread, for a message that joins a thread without a record. */
export interface ThreadSeed {
  workspaceId: string;
  threadId: string;
  /** The id of the message that joins the thread. */
  id: string;
  subject: string;
  inboxId?: string | undefined;
  createdAt: string;
}

/** A change to a thread that is made only if the condition is true. */
export interface ThreadChange {
  changes: Changes<Thread>;
  condition?: Condition<Thread>;
}

/** Changes a thread or creates its record. A thread whose first email was never sent has no record. */
export function upsertThread(
  { workspaceId, threadId, id, subject, inboxId, createdAt }: ThreadSeed,
  { set = {}, setIfAbsent: setOnce = {}, ...otherChanges }: Changes<Thread>,
): Changes<Thread> {
  // DynamoDB accepts only one assignment to an attribute.
  const handledDefault = 'handledAt' in set ? {} : { handledAt: null };
  return {
    set: { id: threadId, workspaceId, ...set },
    setIfAbsent: { subject, inboxId, firstMessageId: id, createdAt, ...handledDefault, ...setOnce },
    ...otherChanges,
  };
}

/** Sorts the thread by the time of its latest message. */
export const latestMessageAttributes = (
  { workspaceId, threadId }: Pick<ThreadSeed, 'workspaceId' | 'threadId'>,
  at: string,
) => ({
  lastMessageAt: at,
  timeKey: threadsKey(workspaceId, threadId),
  timeAt: timePosition(at, threadId),
});

/**
 * The condition that no later message is known, so that a message that is recorded late does not move the thread back.
 */
export const isLatestMessage = (at: string): Condition<Thread> =>
  any(attributeNotExists('lastMessageAt'), atMost('lastMessageAt', at));
