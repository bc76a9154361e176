import { absent, any, atMost, type Condition } from '../../../db/condition';
import { threadsKey, timePosition } from '../../../db/keys/index';
import type { Changes } from '../../../db/update';

/** What a thread begins with when the message that is to join it finds no record. */
export interface Beginning {
  workspaceId: string;
  threadId: string;
  /** Of the message that joins. */
  id: string;
  subject: string;
  createdAt: string;
}

/** A change of a thread, where the condition holds. */
export interface ThreadChange {
  changes: Changes;
  condition?: Condition;
}

/** Changes a thread, or starts it: one whose first email never left has no record yet. */
export function upsertThread(
  { workspaceId, threadId, id, subject, createdAt }: Beginning,
  { set = {}, setOnce = {}, ...others }: Changes,
): Changes {
  // DynamoDB takes one assignment of an attribute.
  const unhandled = 'handledAt' in set ? {} : { handledAt: null };
  return {
    set: { id: threadId, workspaceId, ...set },
    setOnce: { subject, firstMessageId: id, createdAt, ...unhandled, ...setOnce },
    ...others,
  };
}

/** Where the thread stands among the others, when its latest message is of this time. */
export const latest = (
  { workspaceId, threadId }: Pick<Beginning, 'workspaceId' | 'threadId'>,
  at: string,
) => ({
  lastMessageAt: at,
  timeKey: threadsKey(workspaceId, threadId),
  timeAt: timePosition(at, threadId),
});

/** A message of which is known late does not set the thread back to its time. */
export const unlessLater = (at: string): Condition =>
  any(absent('lastMessageAt'), atMost('lastMessageAt', at));
