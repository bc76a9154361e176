import { chunksOf } from '../../../core/chunks';
import { unchanged } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { updateItem } from '../../../db/table';
import { now } from '../../../core/time';
import { recordActivityDates } from '../../audience/contacts/activity-dates';
import { findEmail } from '../../send/emails/find';
import type { Email } from '../../../db/records/emails';
import { countEngagement, countLink, type Tally } from '../../platform/metrics/tally';
import { classifyInRange, type Classification, type ClassifiedEngagement } from './classify-in-range';
import { acquireEngagementLease, isLeased, isReconciled, releaseEngagementLease } from './engagement-lease';
import { findEngagement } from './find';
import { scheduleClassification, type HeldEngagement } from './hold-engagement';
import { numberEngagement } from './number-engagement';
import { publishReaderEngagement } from './publish-engagement';
import { rangeAround } from './reconciliation-range';
import { updateFirstOpenAndClick } from './update-first-open-and-click';
import type { Engagement } from '../../../db/records/engagement';

/** Concurrent workers may process the same email, so each round reads the email again. */
const roundsMax = 20;

/** The maximum number of concurrent changes. A robot can make a thousand clicks at once. */
const concurrentChangesMax = 200;

/** Above this number of events around the reported event, one worker at a time processes the email under a lease. */
const leaseThreshold = 50;
const retryAfterSeconds = 5;

/**
 * Updates everything derived from reported engagement: actors, `opened_at`, `clicked_at`, metrics and webhook events.
 * Reads only events around the reported event, so the cost does not grow with the engagement of the email. Rounds
 * repeat until no value changes, so the last worker to write has seen every report.
 */
export async function reconcileEngagement(held: HeldEngagement, tally: Tally): Promise<void> {
  const { workspaceId, messageId } = held;
  const range = rangeAround(held.occurredAt);
  let hasLease = false;
  for (let round = 0; round < roundsMax; round++) {
    const email = await findEmail(workspaceId, messageId);
    if (!email || isReconciled(email, held)) return;
    if (isLeased(email) && !hasLease) return scheduleClassification(held, retryAfterSeconds);
    const startedAt = now();
    const engagement = await findEngagement(email, range.read);
    if (engagement.length > leaseThreshold && !hasLease) {
      hasLease = await acquireEngagementLease(email);
      if (!hasLease) return scheduleClassification(held, retryAfterSeconds);
    }
    const classified = await classifyInRange(email, engagement, range);
    const changes = classified.classifications.filter(isChange);
    const ordinals = await numberEngagement(email, engagement, changes, range);
    for (const part of chunksOf(changes, concurrentChangesMax))
      await Promise.all(part.map((change) => saveClassification(email, change, ordinals, tally)));
    const isUpdated = await updateFirstOpenAndClick(email, classified, tally);
    if (changes.length > 0 || isUpdated) continue;
    await recordLastActivity(email, classified.readerEngagement);
    // Publish last, so that a webhook receiver that reads the email finds all recorded changes.
    const isPublished = await publishReaderEngagement(email, classified, range);
    if (!isPublished) await scheduleClassification({ ...held, classifyAt: startedAt });
    await selectEarlierOpen(email, classified);
    if (hasLease)
      await releaseEngagementLease(email, isPublished ? { ...range.reported, at: startedAt } : undefined);
    return;
  }
  throw new Error('The engagement of an email changed in every round');
}

const isChange = ({ entry, actor, isFirstOnLink }: Classification): boolean =>
  actor !== entry.actor || isFirstOnLink !== (entry.isFirstOnLink ?? false);

/** Saves the classification, unless another worker has saved it. Updates the click counts in the metrics. */
async function saveClassification(
  email: Email,
  { entry, actor, isFirstOnLink }: Classification,
  ordinals: ReadonlyMap<string, number>,
  tally: Tally,
): Promise<void> {
  const wasFirstOnLink = entry.isFirstOnLink ?? false;
  const isSet = await updateItem(
    keys.engagement(email.workspaceId, email.id, entry.occurredAt, entry.id),
    {
      set: {
        actor,
        ordinal: ordinals.get(entry.id),
        ...(isFirstOnLink !== wasFirstOnLink && { isFirstOnLink }),
      },
    },
    unchanged({ actor: entry.actor, isFirstOnLink: entry.isFirstOnLink }),
  );
  if (!isSet || entry.type !== 'click') return;
  const [clicks, uniqueClicks] = [
    countDelta(entry.actor === 'reader', actor === 'reader'),
    countDelta(wasFirstOnLink, isFirstOnLink),
  ];
  if (clicks !== 0) countEngagement(tally, email, entry, clicks);
  if (entry.detail !== null) countLink(tally, email, entry.detail, { clicks, uniqueClicks });
}

const countDelta = (before: boolean, after: boolean): 1 | 0 | -1 => (before === after ? 0 : after ? 1 : -1);

/** Records the reader's last open and last click on the contact of the recipient. */
async function recordLastActivity(
  { workspaceId, to }: Email,
  readerEngagement: readonly Engagement[],
): Promise<void> {
  const lastOf = (type: Engagement['type']) =>
    readerEngagement.findLast((entry) => entry.type === type)?.occurredAt;
  const [lastOpenedAt, lastClickedAt] = [lastOf('open'), lastOf('click')];
  await recordActivityDates(workspaceId, to[0] ?? '', {
    ...(lastOpenedAt && { lastOpenedAt }),
    ...(lastClickedAt && { lastClickedAt }),
  });
}

/**
 * If the open to publish was revoked before it was published, the first open replaces it. If the first open occurred
 * before the range, its own reconciliation selects and publishes it.
 */
async function selectEarlierOpen(email: Email, { firstOpen }: ClassifiedEngagement): Promise<void> {
  const { workspaceId, id: messageId, engagement } = email;
  if (engagement.publishedOpenId !== undefined || firstOpen.at === null) return;
  await scheduleClassification({ workspaceId, messageId, occurredAt: firstOpen.at, classifyAt: now() });
}
