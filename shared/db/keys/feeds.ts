import type { LeaseFields } from '../records/lease';
import type { Feed, FeedBatch, FeedEntry } from '../records/feeds';
import { workspace, type Key } from './key';

/** The slot of a credential that may be revoked, so DynamoDB deletes it after `expiresAt` (in seconds). */
interface CredentialWaitSlot extends LeaseFields {
  expiresAt?: number;
}

/** Feeds share a partition with the webhook endpoints, so that one query finds all subscribers of an event. */
export const feedSortKeyPrefix = 'FEED#';

export const feedKeys = {
  /** Which feeds does the workspace have, newest last? */
  feed: (ws: string, id: string): Key<Feed> => ({
    pk: `${workspace(ws)}#WEBHOOKS`,
    sk: `${feedSortKeyPrefix}${id}`,
  }),
  /** Which events does the feed contain, in which order? */
  feedBatch: (ws: string, feedId: string, number: number): Key<FeedBatch> => ({
    pk: `${workspace(ws)}#FEED#${feedId}`,
    sk: `${number}`.padStart(16, '0'),
  }),
  /** What is this event, and which batch may contain it? */
  feedEntry: (ws: string, feedId: string, eventId: string): Key<FeedEntry> => ({
    pk: `${workspace(ws)}#FEED#${feedId}#${eventId}`,
    sk: 'EVENT',
  }),
  /** Is a request of any workspace waiting in this slot? */
  waitSlot: (slot: number): Key<LeaseFields> => ({ pk: 'WAITS', sk: `${slot}` }),
  /** Is a request with this credential waiting in this slot? */
  credentialWaitSlot: (ws: string, credentialId: string, slot: number): Key<CredentialWaitSlot> => ({
    pk: `${workspace(ws)}#WAITS`,
    sk: `${credentialId}#${slot}`,
  }),
};
