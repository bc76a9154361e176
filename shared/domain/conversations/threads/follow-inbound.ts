import { awaitingReplyKey, timePosition } from '../../../db/keys';
import type { FullUpdate } from '../../../db/table';
import type { InboundMessage } from '../inbound/record';
import { latest, unlessLater, upsertThread, type Change, type Value } from './upsert';

/**
 * What a thread makes of a received message: it counts it, and waits for an answer unless a machine wrote. It
 * belongs into the transaction that records the message. Of several, the first whose condition holds.
 */
export function inboundUpdates(message: InboundMessage, sets: SetChanges): FullUpdate[] {
  const count = counted(sets);
  return message.automated ? byMachine(message, count) : byPerson(message, count);
}

/** What the message changes in the sets of the thread. */
export interface SetChanges {
  newParticipants: ReadonlySet<string>;
  /** Answers that are held or scheduled, and were written without knowing of this message. */
  outdatedReplies: ReadonlySet<string>;
}

type Count = Required<Pick<Change, 'clauses' | 'values'>>;

function counted({ newParticipants, outdatedReplies }: SetChanges): Count {
  const [isJoined, isOutdated] = [newParticipants.size > 0, outdatedReplies.size > 0];
  const added = `ADD messageCount :one${isJoined ? ', participants :participants' : ''}`;
  return {
    clauses: isOutdated ? `${added} DELETE pendingReplies :outdated` : added,
    values: {
      ':one': 1,
      ...(isJoined && { ':participants': newParticipants }),
      ...(isOutdated && { ':outdated': outdatedReplies }),
    },
  };
}

function byPerson(message: InboundMessage, count: Count): FullUpdate[] {
  const { workspaceId, arrivedAt } = message;
  const written = {
    awaitingReply: { to: true },
    handledAt: { to: null },
    dueKey: { to: awaitingReplyKey(workspaceId) },
  };
  const since = { awaitingSince: { to: arrivedAt } };
  const position = { ...latest(message, arrivedAt, 'to'), dueAt: { to: positionOf(message) } };
  const late = { ...written, dueAt: { expression: 'timeAt' } };
  return [
    { ...onThread(message, { ...written, ...since, ...position }, count), ConditionExpression: unlessLater },
    {
      ...onThread(message, { ...late, ...since }, count),
      ConditionExpression: 'attribute_not_exists(awaitingSince) OR awaitingSince < :awaitingSince',
    },
    onThread(message, late, count),
  ];
}

/** It changes neither who is to answer nor that somebody has seen to it. */
function byMachine(message: InboundMessage, count: Count): FullUpdate[] {
  const position = latest(message, message.arrivedAt, 'to');
  const waiting = { ...position, dueAt: { to: positionOf(message) } };
  const answered = { ...position, awaitingReply: { unlessSet: false } };
  return [
    {
      ...onThread(message, waiting, count, { ':yes': true }),
      ConditionExpression: 'awaitingReply = :yes AND lastMessageAt <= :lastMessageAt',
    },
    {
      ...onThread(message, answered, count, { ':yes': true }),
      ConditionExpression: `(attribute_not_exists(awaitingReply) OR awaitingReply <> :yes) AND (${unlessLater})`,
    },
    onThread(message, {}, count),
  ];
}

const positionOf = ({ arrivedAt, threadId }: InboundMessage): string => timePosition(arrivedAt, threadId);

const onThread = (
  message: InboundMessage,
  set: Record<string, Value>,
  { clauses, values }: Count,
  others: Record<string, unknown> = {},
): FullUpdate =>
  upsertThread(
    { ...message, createdAt: message.arrivedAt },
    { set, clauses, values: { ...values, ...others } },
  );
