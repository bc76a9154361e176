import type { Approval } from '../records/approvals';
import type { ContentRecord } from '../records/content';
import type { DraftCount, SavedDraft, SentDraft } from '../records/drafts';
import type { Email, EmailEvent, PendingEmailPointer } from '../records/emails';
import type { Engagement } from '../records/engagement';
import type { Counts } from '../records/metrics';
import { shardOf, shards, workspace, type Key } from './key';

export const emailKeys = {
  /** Which emails does the workspace have? Read the log shard by shard, newest id first. */
  email: (ws: string, id: string): Key<Email> => ({ pk: logPartition(ws, shardOf(id)), sk: id }),
  /** Which emails went to this address, newest last? */
  emailByRecipient: (ws: string, address: string, id: string): Key<object> => ({
    pk: `${workspace(ws)}#TO#${address}`,
    sk: id,
  }),
  /** What is the content of the email? */
  emailContent: (ws: string, id: string): Key<ContentRecord> => ({
    pk: emailPartition(ws, id),
    sk: 'CONTENT',
  }),
  /** Which unsent emails have this address in to, cc or bcc? */
  pendingByRecipient: (ws: string, address: string, id: string): Key<PendingEmailPointer> => ({
    pk: `${workspace(ws)}#PENDING#${address}`,
    sk: id,
  }),

  /** Which email has this SES message id, and when was the email sent? Replies refer to this id. */
  sentEvent: (ws: string, providerMessageId: string): Key<EmailEvent> => ({
    pk: `${workspace(ws)}#SENT#${providerMessageId}`,
    sk: 'EVENT',
  }),
  /** Which events, other than the send, does the email have, oldest first? */
  emailEvent: (ws: string, id: string, occurredAt: string, eventId: string): Key<EmailEvent> => ({
    pk: emailPartition(ws, id),
    sk: `EVENT#${occurredAt}#${eventId}`,
  }),
  /** Which opens and clicks by readers and scanners does the email have, oldest first? */
  engagement: (ws: string, emailId: string, occurredAt: string, eventId: string): Key<Engagement> => ({
    pk: emailPartition(ws, emailId),
    sk: `ENGAGEMENT#${occurredAt}#${eventId}`,
  }),
  /** How many emails were sent, delivered, bounced and so on during this UTC day? */
  metrics: (ws: string, day: string): Key<Counts> => ({ pk: `${workspace(ws)}#METRICS`, sk: day }),

  /** What is the state of this held draft, and what was decided? */
  approval: (ws: string, id: string): Key<Approval> => ({
    pk: `${workspace(ws)}#APPROVAL#${id}`,
    sk: 'APPROVAL',
  }),

  /** Which drafts has the workspace saved, newest last? */
  savedDraft: (ws: string, id: string): Key<SavedDraft> => ({ pk: `${workspace(ws)}#DRAFTS`, sk: id }),
  /** Which message did this draft become in the last 24 hours? */
  sentDraft: (ws: string, id: string): Key<SentDraft> => ({
    pk: `${workspace(ws)}#SENT-DRAFT#${id}`,
    sk: 'MESSAGE',
  }),
  /** May the workspace save another draft? */
  draftCount: (ws: string): Key<DraftCount> => ({ pk: workspace(ws), sk: 'DRAFTS' }),
};

/** The partitions of the log, newest email last. */
export const logPartitions = (ws: string): string[] => shards.map((shard) => logPartition(ws, shard));

const logPartition = (ws: string, shard: number): string => `${workspace(ws)}#LOG#${shard}`;

/** Sparse index `byStatus`: which emails have this rare status, or which approvals are pending, newest last? */
export const statusKey = (ws: string, status: string): string => `${workspace(ws)}#STATUS#${status}`;

const emailPartition = (ws: string, id: string): string => `${workspace(ws)}#EMAIL#${id}`;
