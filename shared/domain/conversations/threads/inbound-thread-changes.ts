import { attributeNotExists, all, any, atMost, lessThan, is, isNot } from '../../../db/condition';
import { awaitingReplyKey, timePosition } from '../../../db/keys/index';
import type { Changes } from '../../../db/update';
import type { Thread } from '../../../db/records/threads';
import type { InboundMessage } from '../../../db/records/inbound';
import {
  latestMessageAttributes,
  isLatestMessage,
  upsertThread,
  type ThreadChange,
} from '../../send/threading/upsert-thread';

/**
 * What a thread makes of a received message: it counts it, and waits for an answer unless a machine wrote. It
 * belongs into the transaction that records the message. Of several, the first whose condition holds.
 */
export function threadChangesForInbound(
  message: InboundMessage,
  setChanges: ThreadSetChanges,
): ThreadChange[] {
  const countChanges: Changes<Thread> = {
    add: { messageCount: 1, participants: setChanges.newParticipants },
    // An out-of-office answer makes no draft outdated.
    ...(!message.automated && { deleteFromSet: { pendingReplies: setChanges.outdatedReplies } }),
  };
  const seed = { ...message, createdAt: message.arrivedAt };
  const buildChanges = (changes: Changes<Thread>): Changes<Thread> =>
    upsertThread(seed, { ...countChanges, ...changes });
  return message.automated
    ? changesForAutomated(message, buildChanges)
    : changesForPerson(message, buildChanges);
}

/** What the message changes in the sets of the thread. */
export interface ThreadSetChanges {
  newParticipants: ReadonlySet<string>;
  /** Answers that are held or scheduled, and were written without knowing of this message. */
  outdatedReplies: ReadonlySet<string>;
}

function changesForPerson(
  message: InboundMessage,
  buildChanges: (changes: Changes<Thread>) => Changes<Thread>,
): ThreadChange[] {
  const { workspaceId, arrivedAt } = message;
  const waitingState = { awaitingReply: true, handledAt: null, waitingKey: awaitingReplyKey(workspaceId) };
  const waitingSince = { awaitingSince: arrivedAt };
  // It keeps its place among the others, so it waits at that.
  const copy = { waitingAt: 'timeAt' } as const;
  return [
    {
      changes: buildChanges({
        set: {
          ...waitingState,
          ...waitingSince,
          ...latestMessageAttributes(message, arrivedAt),
          ...waitingPosition(message),
        },
      }),
      condition: isLatestMessage(arrivedAt),
    },
    {
      changes: buildChanges({ set: { ...waitingState, ...waitingSince }, copy }),
      condition: any(attributeNotExists('awaitingSince'), lessThan('awaitingSince', arrivedAt)),
    },
    { changes: buildChanges({ set: waitingState, copy }) },
  ];
}

/** It changes neither who is to answer nor that somebody has seen to it. */
function changesForAutomated(
  message: InboundMessage,
  buildChanges: (changes: Changes<Thread>) => Changes<Thread>,
): ThreadChange[] {
  const { arrivedAt } = message;
  const position = latestMessageAttributes(message, arrivedAt);
  return [
    {
      changes: buildChanges({ set: { ...position, ...waitingPosition(message) } }),
      condition: all(is('awaitingReply', true), atMost('lastMessageAt', arrivedAt)),
    },
    {
      changes: buildChanges({ set: position, setIfAbsent: { awaitingReply: false } }),
      condition: all(
        any(attributeNotExists('awaitingReply'), isNot('awaitingReply', true)),
        isLatestMessage(arrivedAt),
      ),
    },
    { changes: buildChanges({}) },
  ];
}

const waitingPosition = ({ arrivedAt, threadId }: InboundMessage) => ({
  waitingAt: timePosition(arrivedAt, threadId),
});
