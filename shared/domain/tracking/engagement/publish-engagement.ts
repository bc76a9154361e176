import { ifPresent } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { updateItem } from '../../../db/table';
import type { Email } from '../../../db/records/emails';
import { sentMailPayload } from '../../platform/webhooks/payload';
import { publishWebhookEvent } from '../../platform/webhooks/publish-event';
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
  await Promise.all(unpublished.slice(0, publishedPerRunMax).map((entry) => publishEngagement(email, entry)));
  return unpublished.length <= publishedPerRunMax;
}

/** A retry after a crash publishes the event again with the same id, which results in the same webhook delivery. */
async function publishEngagement(email: Email, entry: Engagement): Promise<void> {
  await publishWebhookEvent({
    id: entry.id,
    workspaceId: email.workspaceId,
    at: toIso(classificationTime(entry)),
    inboxId: email.inboxId,
    payload: sentMailPayload(email, { ...entry, link: entry.detail }),
  });
  const key = keys.engagement(email.workspaceId, email.id, entry.occurredAt, entry.id);
  await updateItem(key, { set: { isPublished: true } }, ifPresent);
}
