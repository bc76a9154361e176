import type { Approval } from '../records/approvals';
import type { ContentRecord } from '../records/content';
import type { Email, EmailEvent, PendingEmailPointer } from '../records/emails';
import type { Engagement } from '../records/engagement';
import type { Counts } from '../records/metrics';
import { shardOf, shards, workspace, type Key } from './key';

export const emailKeys = {
  /** One email. The log is read a shard at a time, newest id first. */
  email: (ws: string, id: string): Key<Email> => ({ pk: logPartition(ws, shardOf(id)), sk: id }),
  /** Which emails went to this address, newest last? */
  emailByRecipient: (ws: string, address: string, id: string): Key<object> => ({
    pk: `${workspace(ws)}#TO#${address}`,
    sk: id,
  }),
  /** What did the email say? */
  emailContent: (ws: string, id: string): Key<ContentRecord> => ({
    pk: emailPartition(ws, id),
    sk: 'CONTENT',
  }),
  /** Which emails that have yet to leave name this address, in to, cc or bcc? */
  pendingByRecipient: (ws: string, address: string, id: string): Key<PendingEmailPointer> => ({
    pk: `${workspace(ws)}#PENDING#${address}`,
    sk: id,
  }),

  /** Which email has this id of the provider's, and when did it leave? It is what replies name. */
  sentEvent: (ws: string, providerMessageId: string): Key<EmailEvent> => ({
    pk: `${workspace(ws)}#SENT#${providerMessageId}`,
    sk: 'EVENT',
  }),
  /** What else happened to the email, oldest first? */
  emailEvent: (ws: string, id: string, occurredAt: string, eventId: string): Key<EmailEvent> => ({
    pk: emailPartition(ws, id),
    sk: `EVENT#${occurredAt}#${eventId}`,
  }),
  /** What did the readers of this email do, and which of it was a scanner, oldest first? */
  engagement: (ws: string, emailId: string, occurredAt: string, eventId: string): Key<Engagement> => ({
    pk: emailPartition(ws, emailId),
    sk: `ENGAGEMENT#${occurredAt}#${eventId}`,
  }),
  /** How many mails were sent, delivered, bounced … on this UTC day? */
  metrics: (ws: string, day: string): Key<Counts> => ({ pk: `${workspace(ws)}#METRICS`, sk: day }),

  /** One held draft and what was decided about it. */
  approval: (ws: string, id: string): Key<Approval> => ({
    pk: `${workspace(ws)}#APPROVAL#${id}`,
    sk: 'APPROVAL',
  }),
};

/** The log, newest last. */
export const logPartitions = (ws: string): string[] => shards.map((shard) => logPartition(ws, shard));

const logPartition = (ws: string, shard: number): string => `${workspace(ws)}#LOG#${shard}`;

/** Sparse index `byStatus`: which emails have this rare status, which approvals are pending, newest last? */
export const statusKey = (ws: string, status: string): string => `${workspace(ws)}#STATUS#${status}`;

const emailPartition = (ws: string, id: string): string => `${workspace(ws)}#EMAIL#${id}`;
