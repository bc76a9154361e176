import { shardOf, shards, workspace, type Key } from './key';

export const conversationKeys = {
  /** One conversation. */
  thread: (ws: string, id: string): Key => ({ pk: aboutThread(ws, id), sk: 'THREAD' }),
  /** Which messages joined the conversation after its first, oldest first? */
  threadMessage: (ws: string, id: string, messageId: string): Key => ({
    pk: aboutThread(ws, id),
    sk: `MESSAGE#${messageId}`,
  }),
  /** Which received messages are in the conversation, oldest first? */
  threadInbound: (ws: string, id: string, messageId: string): Key => ({
    pk: aboutThread(ws, id),
    sk: `INBOUND#${messageId}`,
  }),

  /** One received message. */
  inboundMessage: (ws: string, id: string): Key => ({ pk: aboutInbound(ws, id), sk: 'MESSAGE' }),
  /** What did it say? */
  inboundContent: (ws: string, id: string): Key => ({ pk: aboutInbound(ws, id), sk: 'CONTENT' }),
  /** In which conversation is the received message with this Message-ID, or a message that answers it? */
  messageId: (ws: string, hash: string): Key => ({ pk: `${workspace(ws)}#MESSAGE-ID#${hash}`, sk: 'THREAD' }),
};

const aboutThread = (ws: string, id: string): string => `${workspace(ws)}#THREAD#${id}`;
const aboutInbound = (ws: string, id: string): string => `${workspace(ws)}#INBOUND#${id}`;

/** Sparse index `byWaiting`: which threads wait for an answer, latest message last? */
export const awaitingReplyKey = (ws: string): string => `${workspace(ws)}#AWAITING-REPLY`;

/** Index `byTime`: which threads of this shard are there, latest message last? */
export const threadsKey = (ws: string, id: string): string => threadsOfShard(ws, shardOf(id));

export const threadsKeys = (ws: string): string[] => shards.map((shard) => threadsOfShard(ws, shard));

const threadsOfShard = (ws: string, shard: number): string => `${workspace(ws)}#THREADS#${shard}`;
