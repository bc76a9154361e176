import type { ContentRecord } from '../records/content';
import type { InboundMessage, MessageIdRecord } from '../records/inbound';
import type { Thread } from '../records/threads';
import { shardOf, shards, workspace, type Key } from './key';

export const conversationKeys = {
  /** One conversation. */
  thread: (ws: string, id: string): Key<Thread> => ({ pk: threadPartition(ws, id), sk: 'THREAD' }),
  /** Which messages joined the conversation after its first, oldest first? */
  threadMessage: (ws: string, id: string, messageId: string): Key<object> => ({
    pk: threadPartition(ws, id),
    sk: `MESSAGE#${messageId}`,
  }),
  /** Which received messages are in the conversation, oldest first? */
  threadInbound: (ws: string, id: string, messageId: string): Key<object> => ({
    pk: threadPartition(ws, id),
    sk: `INBOUND#${messageId}`,
  }),

  /** One received message. */
  inboundMessage: (ws: string, id: string): Key<InboundMessage> => ({
    pk: inboundPartition(ws, id),
    sk: 'MESSAGE',
  }),
  /** What did it say? */
  inboundContent: (ws: string, id: string): Key<ContentRecord> => ({
    pk: inboundPartition(ws, id),
    sk: 'CONTENT',
  }),
  /** In which conversation is the received message with this Message-ID, or a message that answers it? */
  messageId: (ws: string, hash: string): Key<MessageIdRecord> => ({
    pk: `${workspace(ws)}#MESSAGE-ID#${hash}`,
    sk: 'THREAD',
  }),
};

const threadPartition = (ws: string, id: string): string => `${workspace(ws)}#THREAD#${id}`;
const inboundPartition = (ws: string, id: string): string => `${workspace(ws)}#INBOUND#${id}`;

/** Sparse index `byWaiting`: which threads wait for an answer, latest message last? */
export const awaitingReplyKey = (ws: string): string => `${workspace(ws)}#AWAITING-REPLY`;

/** Index `byTime`: which threads of this shard are there, latest message last? */
export const threadsKey = (ws: string, id: string): string => threadsShardKey(ws, shardOf(id));

export const threadsKeys = (ws: string): string[] => shards.map((shard) => threadsShardKey(ws, shard));

const threadsShardKey = (ws: string, shard: number): string => `${workspace(ws)}#THREADS#${shard}`;
