import { timeOfId, utcDay } from '../time';

/**
 * Every key of the table, each with the question that it answers. All begin with the workspace, so that no
 * query can cross tenants, but for what is asked before the workspace is known (whose credential is this,
 * what has it used, who uses this domain) and the operator's list of workspaces.
 */
export interface Key {
  pk: string;
  sk: string;
}

const workspace = (workspaceId: string) => `W#${workspaceId}`;

export const keys = {
  /** What are this workspace's settings? */
  workspace: (ws: string): Key => ({ pk: workspace(ws), sk: 'SETTINGS' }),
  /** Which workspaces are there? */
  workspaces: (ws: string): Key => ({ pk: 'WORKSPACES', sk: ws }),

  /** Who holds the key with this SHA-256, and what may it do? */
  credential: (hash: string): Key => ({ pk: `CREDENTIAL#${hash}`, sk: 'CREDENTIAL' }),
  /** How many requests has this credential made in this minute? */
  allowance: (credential: string, minute: number): Key => ({
    pk: `ALLOWANCE#${credential}`,
    sk: `${minute}`,
  }),
  /** Which API keys does the workspace have, newest last? */
  apiKey: (ws: string, id: string): Key => ({ pk: `${workspace(ws)}#API-KEYS`, sk: id }),

  /** What became of the request with this Idempotency-Key on this path? */
  idempotency: (ws: string, path: string, hash: string): Key => ({
    pk: `${workspace(ws)}#IDEMPOTENCY#${hash}`,
    sk: path,
  }),

  /** Which sending domains does the workspace have? A send asks for one by name. */
  domain: (ws: string, name: string): Key => ({ pk: `${workspace(ws)}#DOMAINS`, sk: name }),
  /** Which workspaces use this domain? */
  domainUse: (name: string, ws: string): Key => ({ pk: `DOMAIN#${name}`, sk: ws }),
  /** How often did the workspace add a domain? A count of its domains holds while this stays the same. */
  domainAdditions: (ws: string): Key => ({ pk: workspace(ws), sk: 'DOMAIN-ADDITIONS' }),

  /** One email. The log is read a day and a shard at a time, newest id first. */
  email: (ws: string, id: string): Key => ({
    pk: logPartition(ws, utcDay(timeOfId(id)), shardOf(id)),
    sk: id,
  }),
  /** On which days was there mail? The log skips the others. */
  logDay: (ws: string, day: string): Key => ({ pk: `${workspace(ws)}#LOG-DAYS`, sk: day }),
  /** Which emails went to this address, newest last? */
  emailTo: (ws: string, address: string, id: string): Key => ({
    pk: `${workspace(ws)}#TO#${address}`,
    sk: id,
  }),
  /** What did the email say? */
  emailContent: (ws: string, id: string): Key => ({ pk: `${workspace(ws)}#EMAIL#${id}`, sk: 'CONTENT' }),
  /** Which email has this id of the provider's, and when did it leave? It is what replies name. */
  sentEvent: (ws: string, providerMessageId: string): Key => ({
    pk: `${workspace(ws)}#SENT#${providerMessageId}`,
    sk: 'EVENT',
  }),
  /** What else happened to the email, oldest first? */
  emailEvent: (ws: string, id: string, occurredAt: string, eventId: string): Key => ({
    pk: `${workspace(ws)}#EMAIL#${id}`,
    sk: `EVENT#${occurredAt}#${eventId}`,
  }),

  /** Which emails that have yet to leave name this address, in to, cc or bcc? */
  pendingFor: (ws: string, address: string, id: string): Key => ({
    pk: `${workspace(ws)}#PENDING#${address}`,
    sk: id,
  }),
  /** How many recipients has this API key been charged on this UTC day? */
  dailyCap: (ws: string, apiKeyId: string, day: string): Key => ({
    pk: `${workspace(ws)}#DAILY-CAP#${apiKeyId}`,
    sk: day,
  }),
  /** How much of its warm-up allowance has this domain used on this UTC day? */
  warmup: (ws: string, domainId: string, day: string): Key => ({
    pk: `${workspace(ws)}#WARMUP#${domainId}`,
    sk: day,
  }),
  /** How many mails were sent, delivered, bounced … on this UTC day? */
  metrics: (ws: string, day: string): Key => ({ pk: `${workspace(ws)}#METRICS`, sk: day }),

  /** One held draft and what was decided about it. */
  approval: (ws: string, id: string): Key => ({ pk: `${workspace(ws)}#APPROVAL#${id}`, sk: 'APPROVAL' }),

  /** One conversation. */
  thread: (ws: string, id: string): Key => ({ pk: `${workspace(ws)}#THREAD#${id}`, sk: 'THREAD' }),
  /** Which messages joined the conversation after its first, oldest first? */
  threadMessage: (ws: string, id: string, messageId: string): Key => ({
    pk: `${workspace(ws)}#THREAD#${id}`,
    sk: `MESSAGE#${messageId}`,
  }),

  /** Which received messages are in the conversation, oldest first? */
  threadInbound: (ws: string, id: string, messageId: string): Key => ({
    pk: `${workspace(ws)}#THREAD#${id}`,
    sk: `INBOUND#${messageId}`,
  }),

  /** One received message. */
  inboundMessage: (ws: string, id: string): Key => ({ pk: `${workspace(ws)}#INBOUND#${id}`, sk: 'MESSAGE' }),
  /** What did it say? */
  inboundContent: (ws: string, id: string): Key => ({ pk: `${workspace(ws)}#INBOUND#${id}`, sk: 'CONTENT' }),
  /** In which conversation is the received message with this Message-ID, or a message that answers it? */
  messageId: (ws: string, hash: string): Key => ({ pk: `${workspace(ws)}#MESSAGE-ID#${hash}`, sk: 'THREAD' }),

  /** Which templates are there? A send asks for one by its slug. */
  template: (ws: string, slug: string): Key => ({ pk: `${workspace(ws)}#TEMPLATES`, sk: slug }),

  /** Which topics are there? A send asks for one by its key. */
  topic: (ws: string, key: string): Key => ({ pk: `${workspace(ws)}#TOPICS`, sk: key }),
  /** What did this address choose, for this topic? */
  preference: (ws: string, address: string, topicKey: string): Key => ({
    pk: `${workspace(ws)}#PREFERENCES#${address}`,
    sk: topicKey,
  }),

  /** Which endpoints want to be told what happens, newest last? */
  webhookEndpoint: (ws: string, id: string): Key => ({ pk: `${workspace(ws)}#WEBHOOKS`, sk: id }),
  /** How did the attempts to tell this endpoint go? Read a shard at a time, newest id first. */
  webhookDelivery: (ws: string, endpointId: string, id: string): Key => ({
    pk: deliveryPartition(ws, endpointId, shardOf(id)),
    sk: id,
  }),

  /** What did the readers of this email do, and which of it was a scanner, oldest first? */
  engagement: (ws: string, emailId: string, occurredAt: string, eventId: string): Key => ({
    pk: `${workspace(ws)}#EMAIL#${emailId}`,
    sk: `ENGAGEMENT#${occurredAt}#${eventId}`,
  }),
  /** When did this address last open a mail, and click in one? */
  lastEngagement: (ws: string, address: string): Key => ({
    pk: `${workspace(ws)}#LAST-ENGAGEMENT#${address}`,
    sk: 'LAST-ENGAGEMENT',
  }),

  /** Is mail to this address refused, in this scope? */
  suppression: (ws: string, address: string, scope: string): Key => ({
    pk: `${workspace(ws)}#SUPPRESSION#${address}`,
    sk: scope,
  }),
};

/** How fast may bulk mail leave this account? One reservation after the other, for all workspaces together. */
export const paceKey: Key = { pk: 'PACE', sk: 'PACE' };

/** Sparse index `byStatus`: which emails have this rare status, which approvals are pending, newest last? */
export const statusKey = (ws: string, status: string): string => `${workspace(ws)}#STATUS#${status}`;

/** Sparse index `byDue`: which domains are to be checked by now? */
export const domainCheckKey = 'DUE#DOMAIN-CHECK';

/** Sparse index `byDue`: what work of this shard is due by now? */
export const dueWorkKey = (id: string): string => `DUE#WORK#${shardOf(id)}`;

export const dueWorkKeys = (): string[] => logShards.map((shard) => `DUE#WORK#${shard}`);

/** Sparse index `byDue`: which webhooks of this shard are to be attempted by now? They wait for no mail. */
export const dueWebhookKey = (id: string): string => `DUE#WEBHOOK#${shardOf(id)}`;

export const dueWebhookKeys = (): string[] => logShards.map((shard) => `DUE#WEBHOOK#${shard}`);

/** Sparse index `byDue`: which threads wait for an answer, latest message last? */
export const awaitingReplyKey = (ws: string): string => `${workspace(ws)}#AWAITING-REPLY`;

/** Sparse index `byDue`: which deliveries fell due while this endpoint was disabled? */
export const parkedDeliveriesKey = (ws: string, endpointId: string): string =>
  `${workspace(ws)}#PARKED#${endpointId}`;

/** Sparse index `byTime`: which threads are there, latest message last? */
export const threadsKey = (ws: string, id: string): string => `${workspace(ws)}#THREADS#${shardOf(id)}`;

export const threadsKeys = (ws: string): string[] =>
  logShards.map((shard) => `${workspace(ws)}#THREADS#${shard}`);

/** Sparse index `byTime`: which suppressions are there, newest last? */
export const suppressionsKey = (ws: string): string => `${workspace(ws)}#SUPPRESSIONS`;

/** Where a record stands in an index by time: the time, then its id. */
export const timePosition = (at: string, id: string): string => `${at}#${id}`;

/** One workspace can write 8,000 units a second to its log: 1,000 for each partition. */
export const logShards = [0, 1, 2, 3, 4, 5, 6, 7] as const;

export const logPartition = (ws: string, day: string, shard: number): string =>
  `${workspace(ws)}#LOG#${day}#${shard}`;

const deliveryPartition = (ws: string, endpointId: string, shard: number): string =>
  `${workspace(ws)}#WEBHOOK#${endpointId}#${shard}`;

/** An endpoint can be owed more than one partition takes. */
export const deliveryPartitions = (ws: string, endpointId: string): string[] =>
  logShards.map((shard) => deliveryPartition(ws, endpointId, shard));

/** The last hex digits of a UUIDv7 are random. */
const shardOf = (id: string): number => Number.parseInt(id.slice(-2), 16) % logShards.length;
