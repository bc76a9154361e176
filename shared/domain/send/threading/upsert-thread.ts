import { attributeNotExists, any, atMost, type Condition } from '../../../db/condition';
import { threadsKey, timePosition } from '../../../db/keys/index';
import type { Changes } from '../../../db/update';
import type { Thread } from '../../../db/records/threads';

/** What a thread begins with when the message that is to join it finds no record. */
export interface ThreadSeed {
  workspaceId: string;
  threadId: string;
  /** Of the message that joins. */
  id: string;
  subject: string;
  createdAt: string;
}

/** A change of a thread, where the condition holds. */
export interface ThreadChange {
  changes: Changes<Thread>;
  condition?: Condition<Thread>;
}

/** Changes a thread, or starts it: one whose first email never left has no record yet. */
export function upsertThread(
  { workspaceId, threadId, id, subject, createdAt }: ThreadSeed,
  { set = {}, setIfAbsent: setOnce = {}, ...otherChanges }: Changes<Thread>,
): Changes<Thread> {
  // DynamoDB takes one assignment of an attribute.
  const handledDefault = 'handledAt' in set ? {} : { handledAt: null };
  return {
    set: { id: threadId, workspaceId, ...set },
    setIfAbsent: { subject, firstMessageId: id, createdAt, ...handledDefault, ...setOnce },
    ...otherChanges,
  };
}

/** Where the thread stands among the others, when its latest message is of this time. */
export const latestMessageAttributes = (
  { workspaceId, threadId }: Pick<ThreadSeed, 'workspaceId' | 'threadId'>,
  at: string,
) => ({
  lastMessageAt: at,
  timeKey: threadsKey(workspaceId, threadId),
  timeAt: timePosition(at, threadId),
});

/** A message of which is known late does not set the thread back to its time. */
export const isLatestMessage = (at: string): Condition<Thread> =>
  any(attributeNotExists('lastMessageAt'), atMost('lastMessageAt', at));
