import type { ContentRecord } from '../records/content';
import type { DailyCounter } from '../records/daily-counters';
import type { InboundMessage, MessageIdRecord, QuarantinedMail } from '../records/inbound';
import type { LabelRegistry, Thread, ThreadLabel } from '../records/threads';
import { shardOf, shards, workspace, type Key } from './key';

export const conversationKeys = {
  /** Which data does this conversation have? */
  thread: (ws: string, id: string): Key<Thread> => ({ pk: threadPartition(ws, id), sk: 'THREAD' }),
  /** Which sent messages joined the conversation after the first message, oldest first? */
  threadMessage: (ws: string, id: string, messageId: string): Key<object> => ({
    pk: threadPartition(ws, id),
    sk: `MESSAGE#${messageId}`,
  }),
  /** Which received messages are in the conversation, oldest first? */
  threadInbound: (ws: string, id: string, messageId: string): Key<object> => ({
    pk: threadPartition(ws, id),
    sk: `INBOUND#${messageId}`,
  }),
  /** Which threads have this label? The index `byTime` has them by the time of their last message. */
  threadLabel: (ws: string, label: string, threadId: string): Key<ThreadLabel> => ({
    pk: labelPartition(ws, label, shardOf(threadId)),
    sk: threadId,
  }),
  /** Which labels does the workspace have? */
  labels: (ws: string): Key<LabelRegistry> => ({ pk: workspace(ws), sk: 'LABELS' }),

  /** Which data does this received message have? */
  inboundMessage: (ws: string, id: string): Key<InboundMessage> => ({
    pk: inboundPartition(ws, id),
    sk: 'MESSAGE',
  }),
  /** What is the content of the received message? */
  inboundContent: (ws: string, id: string): Key<ContentRecord> => ({
    pk: inboundPartition(ws, id),
    sk: 'CONTENT',
  }),
  /** How many messages did the workspace receive on this UTC day? */
  received: (ws: string, day: string): Key<DailyCounter> => ({ pk: `${workspace(ws)}#RECEIVED`, sk: day }),
  /** Which received messages joined no conversation, newest last? */
  quarantined: (ws: string, id: string): Key<QuarantinedMail> => ({
    pk: `${workspace(ws)}#QUARANTINE`,
    sk: id,
  }),
  /** Which conversation contains the received message with this Message-ID, or a reply to that message? */
  messageId: (ws: string, hash: string): Key<MessageIdRecord> => ({
    pk: `${workspace(ws)}#MESSAGE-ID#${hash}`,
    sk: 'THREAD',
  }),
};

const threadPartition = (ws: string, id: string): string => `${workspace(ws)}#THREAD#${id}`;
const inboundPartition = (ws: string, id: string): string => `${workspace(ws)}#INBOUND#${id}`;

/** Sparse index `byWaiting`: which threads await a reply, latest message last? */
export const awaitingReplyKey = (ws: string): string => `${workspace(ws)}#AWAITING-REPLY`;

/** Index `byTime`: which threads are in this shard, latest message last? */
export const threadsKey = (ws: string, id: string): string => threadsShardKey(ws, shardOf(id));

export const threadsKeys = (ws: string): string[] => shards.map((shard) => threadsShardKey(ws, shard));

/** The partitions of a label, in the table and in the index `byTime`. */
export const labelPartitions = (ws: string, label: string): string[] =>
  shards.map((shard) => labelPartition(ws, label, shard));

/** A label can contain any character, but the last part is always the shard. */
const labelPartition = (ws: string, label: string, shard: number): string =>
  `${workspace(ws)}#LABELED#${label}#${shard}`;

const threadsShardKey = (ws: string, shard: number): string => `${workspace(ws)}#THREADS#${shard}`;
