import { ifPresent } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { updateItem } from '../../../db/table';
import type { Email } from '../../../db/records/emails';
import type { Feed } from '../../../db/records/feeds';
import { sentMailPayload } from '../../platform/webhooks/payload';
import { listSubscribers, type Subscribers } from '../../platform/webhooks/find';
import { feedsOf, publishWebhookEvent, type WebhookEvent } from '../../platform/webhooks/publish-event';
import { findEarlierEvents, type EarlierEvents } from '../feed-order';
import { toIso } from '../../../core/time';
import type { ClassifiedEngagement } from './classify-in-range';
import { isInRange, type ReconciliationRange } from './reconciliation-range';
import { classificationTime, type Engagement } from '../../../db/records/engagement';

/** The maximum number of events that one run publishes, so that the run stays within its time limit. */
const publishedPerRunMax = 100;

/**
 * Publishes each reported click and the selected open to webhooks, but each event only once. Returns false if events
 * remain.
 */
export async function publishReaderEngagement(
  email: Email,
  { readerEngagement, firstOpen }: ClassifiedEngagement,
  { reported }: ReconciliationRange,
): Promise<boolean> {
  const clicks = readerEngagement.filter(
    ({ type, occurredAt }) => type === 'click' && isInRange(reported, occurredAt),
  );
  // The first open can have occurred after the range.
  const selectedOpen = [...readerEngagement, firstOpen.entry].find(
    (entry) => entry?.id === email.engagement.publishedOpenId,
  );
  const unpublished = [...clicks, ...(selectedOpen ? [selectedOpen] : [])].filter(
    ({ isPublished }) => !isPublished,
  );
  if (unpublished.length === 0) return true;
  const subscribers = await listSubscribers(email.workspaceId);
  const publications = await planPublications(email, unpublished.slice(0, publishedPerRunMax), subscribers);
  await Promise.all(publications.map((publication) => publishEngagement(email, publication, subscribers)));
  return unpublished.length <= publishedPerRunMax;
}

/** An open or a click, and the events that feeds must contain before it. */
interface Publication {
  entry: Engagement;
  earlier: EarlierEvents;
}

/** Feeds contain the events in the order of their reports, behind the events that were recorded before. */
async function planPublications(
  email: Email,
  entries: readonly Engagement[],
  subscribers: Subscribers,
): Promise<Publication[]> {
  const ordered = entries
    .toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1))
    .map((entry) => ({ entry, feeds: feedsOf(toWebhookEvent(email, entry), subscribers) }));
  const recorded = await findEarlierEvents(email, [...new Set(ordered.flatMap(({ feeds }) => feeds))]);
  return ordered.map(({ entry, feeds }, index) => {
    const earlierIn = (feed: Feed): string[] => {
      const previous = ordered.slice(0, index).findLast((other) => other.feeds.includes(feed));
      return [...(recorded[feed.id] ?? []), ...(previous ? [previous.entry.id] : [])];
    };
    return { entry, earlier: Object.fromEntries(feeds.map((feed) => [feed.id, earlierIn(feed)])) };
  });
}

const toWebhookEvent = (email: Email, entry: Engagement): WebhookEvent => ({
  id: entry.id,
  workspaceId: email.workspaceId,
  at: toIso(classificationTime(entry)),
  inboxId: email.inboxId,
  payload: sentMailPayload(email, { ...entry, link: entry.detail }),
});

/** A retry after a crash publishes the event again with the same id, which results in the same webhook delivery. */
async function publishEngagement(
  email: Email,
  { entry, earlier }: Publication,
  subscribers: Subscribers,
): Promise<void> {
  await publishWebhookEvent({ ...toWebhookEvent(email, entry), earlier }, () => Promise.resolve(subscribers));
  const key = keys.engagement(email.workspaceId, email.id, entry.occurredAt, entry.id);
  await updateItem(key, { set: { isPublished: true, feedEvent: toFeedEvent(entry, earlier) } }, ifPresent);
}

/** Omits earlier events, because a concurrent publication may have recorded different ones. */
function toFeedEvent({ id }: Engagement, earlier: EarlierEvents): Engagement['feedEvent'] {
  const feedIds = Object.keys(earlier);
  if (feedIds.length === 0) return undefined;
  return { id, earlier: Object.fromEntries(feedIds.map((feedId) => [feedId, []])) };
}
