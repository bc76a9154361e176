import type { Feed, FeedBatch, FeedEntry } from '../records/feeds';
import { workspace, type Key } from './key';

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
};
