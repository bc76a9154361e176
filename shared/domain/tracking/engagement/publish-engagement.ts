import { ifPresent } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { updateItem } from '../../../db/table';
import type { Email } from '../../../db/records/emails';
import { sentMailPayload } from '../../platform/webhooks/payload';
import { publishWebhookEvent } from '../../platform/webhooks/publish-event';
import { toIso } from '../../../core/time';
import { classificationTime, type Engagement } from '../../../db/records/engagement';

/** The maximum number of events that one run publishes, so that the run stays within its time limit. */
const publishedPerRunMax = 100;

/** Publishes each click and the selected open to webhooks, but each event only once. Returns false if events remain. */
export async function publishReaderEngagement(
  email: Email,
  readerEngagement: readonly Engagement[],
): Promise<boolean> {
  const publishable = readerEngagement.filter(
    ({ type, id }) => type === 'click' || id === email.engagement.publishedOpenId,
  );
  const unpublished = publishable.filter(({ isPublished }) => !isPublished);
  await Promise.all(unpublished.slice(0, publishedPerRunMax).map((entry) => publishEngagement(email, entry)));
  return unpublished.length <= publishedPerRunMax;
}

/** A retry after a crash publishes the event again with the same id, which results in the same webhook delivery. */
async function publishEngagement(email: Email, entry: Engagement): Promise<void> {
  await publishWebhookEvent({
    id: entry.id,
    workspaceId: email.workspaceId,
    at: toIso(classificationTime(entry)),
    payload: sentMailPayload(email, { ...entry, link: entry.detail }),
  });
  const key = keys.engagement(email.workspaceId, email.id, entry.occurredAt, entry.id);
  await updateItem(key, { set: { isPublished: true } }, ifPresent);
}
