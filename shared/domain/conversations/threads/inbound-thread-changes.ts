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
 * The possible changes to a thread for a received message. Each change adds the message to the thread's count and,
 * unless the message is automated, marks the thread as awaiting a reply. Apply the first change whose condition is
 * true, in the transaction that stores the message.
 */
export function threadChangesForInbound(
  message: InboundMessage,
  setChanges: ThreadSetChanges,
): ThreadChange[] {
  const countChanges: Changes<Thread> = {
    add: { messageCount: 1, participants: setChanges.newParticipants },
    // An out-of-office reply does not make a pending reply outdated.
    ...(!message.automated && { deleteFromSet: { pendingReplies: setChanges.outdatedReplies } }),
  };
  const seed = { ...message, createdAt: message.arrivedAt };
  const buildChanges = (changes: Changes<Thread>): Changes<Thread> =>
    upsertThread(seed, { ...countChanges, ...changes });
  return message.automated
    ? changesForAutomated(message, buildChanges)
    : changesForPerson(message, buildChanges);
}

/** The changes to the set attributes of the thread. */
export interface ThreadSetChanges {
  newParticipants: ReadonlySet<string>;
  /** Held or scheduled replies that were created before this message arrived. */
  outdatedReplies: ReadonlySet<string>;
}

function changesForPerson(
  message: InboundMessage,
  buildChanges: (changes: Changes<Thread>) => Changes<Thread>,
): ThreadChange[] {
  const { workspaceId, arrivedAt } = message;
  const waitingState = { awaitingReply: true, handledAt: null, waitingKey: awaitingReplyKey(workspaceId) };
  const waitingSince = { awaitingSince: arrivedAt };
  // The message is not the latest, so the thread keeps its position in all lists, including the list of threads that
  // await a reply.
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

/** An automated message changes neither whether the thread awaits a reply nor whether it is handled. */
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
