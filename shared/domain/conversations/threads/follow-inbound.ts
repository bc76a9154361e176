import { absent, all, any, atMost, below, is, isNot } from '../../../db/condition';
import { awaitingReplyKey, timePosition } from '../../../db/keys/index';
import type { Changes } from '../../../db/update';
import type { InboundMessage } from '../../../db/records/inbound';
import { latest, unlessLater, upsertThread, type ThreadChange } from '../../send/threading/upsert';

/**
 * What a thread makes of a received message: it counts it, and waits for an answer unless a machine wrote. It
 * belongs into the transaction that records the message. Of several, the first whose condition holds.
 */
export function inboundChanges(message: InboundMessage, sets: SetChanges): ThreadChange[] {
  const counted: Changes = {
    add: { messageCount: 1, participants: sets.newParticipants },
    // An out-of-office answer makes no draft outdated.
    ...(!message.automated && { takeOut: { pendingReplies: sets.outdatedReplies } }),
  };
  const beginning = { ...message, createdAt: message.arrivedAt };
  const changed = (changes: Changes): Changes => upsertThread(beginning, { ...counted, ...changes });
  return message.automated ? byMachine(message, changed) : byPerson(message, changed);
}

/** What the message changes in the sets of the thread. */
export interface SetChanges {
  newParticipants: ReadonlySet<string>;
  /** Answers that are held or scheduled, and were written without knowing of this message. */
  outdatedReplies: ReadonlySet<string>;
}

function byPerson(message: InboundMessage, changed: (changes: Changes) => Changes): ThreadChange[] {
  const { workspaceId, arrivedAt } = message;
  const waits = { awaitingReply: true, handledAt: null, waitingKey: awaitingReplyKey(workspaceId) };
  const since = { awaitingSince: arrivedAt };
  // It keeps its place among the others, so it waits at that.
  const copy = { waitingAt: 'timeAt' };
  return [
    {
      changes: changed({ set: { ...waits, ...since, ...latest(message, arrivedAt), ...waitsAt(message) } }),
      condition: unlessLater(arrivedAt),
    },
    {
      changes: changed({ set: { ...waits, ...since }, copy }),
      condition: any(absent('awaitingSince'), below('awaitingSince', arrivedAt)),
    },
    { changes: changed({ set: waits, copy }) },
  ];
}

/** It changes neither who is to answer nor that somebody has seen to it. */
function byMachine(message: InboundMessage, changed: (changes: Changes) => Changes): ThreadChange[] {
  const { arrivedAt } = message;
  const position = latest(message, arrivedAt);
  return [
    {
      changes: changed({ set: { ...position, ...waitsAt(message) } }),
      condition: all(is('awaitingReply', true), atMost('lastMessageAt', arrivedAt)),
    },
    {
      changes: changed({ set: position, setOnce: { awaitingReply: false } }),
      condition: all(any(absent('awaitingReply'), isNot('awaitingReply', true)), unlessLater(arrivedAt)),
    },
    { changes: changed({}) },
  ];
}

const waitsAt = ({ arrivedAt, threadId }: InboundMessage) => ({
  waitingAt: timePosition(arrivedAt, threadId),
});
