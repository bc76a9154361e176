import { attributeNotExists, any, atMost, type Condition } from '../../../db/condition';
import { threadsKey, timePosition } from '../../../db/keys/index';
import type { Changes } from '../../../db/update';
import type { Thread } from '../../../db/records/threads';

/** The initial values of a thread, if the message that joins it finds no record. */
export interface ThreadSeed {
  workspaceId: string;
  threadId: string;
  /** The id of the message that joins. */
  id: string;
  subject: string;
  createdAt: string;
}

/** A change to a thread, made if the condition holds. */
export interface ThreadChange {
  changes: Changes<Thread>;
  condition?: Condition<Thread>;
}

/** Changes a thread or creates it: a thread whose first email was never sent has no record yet. */
export function upsertThread(
  { workspaceId, threadId, id, subject, createdAt }: ThreadSeed,
  { set = {}, setIfAbsent: setOnce = {}, ...otherChanges }: Changes<Thread>,
): Changes<Thread> {
  // DynamoDB accepts only one assignment of an attribute.
  const handledDefault = 'handledAt' in set ? {} : { handledAt: null };
  return {
    set: { id: threadId, workspaceId, ...set },
    setIfAbsent: { subject, firstMessageId: id, createdAt, ...handledDefault, ...setOnce },
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

/** A message that becomes known late does not set the thread back to its time. */
export const isLatestMessage = (at: string): Condition<Thread> =>
  any(attributeNotExists('lastMessageAt'), atMost('lastMessageAt', at));
