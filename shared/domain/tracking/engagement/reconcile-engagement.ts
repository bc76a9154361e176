import {
  attributeNotExists,
  all,
  any,
  lessThan,
  ifPresent,
  unchanged,
  type Condition,
} from '../../../db/condition';
import { keys } from '../../../db/keys';
import { requestLeaseMs } from '../../../db/lease';
import { updateItem } from '../../../db/table';
import type { Changes } from '../../../db/update';
import { logger } from '../../../core/logger';
import { now } from '../../../core/time';
import { recordActivityDates } from '../../audience/contacts/activity-dates';
import { findEmail } from '../../send/emails/find';
import type { Email } from '../../../db/records/emails';
import { countEngagement, countLink, type Tally } from '../../platform/metrics/tally';
import { findEngagement } from './find';
import { updateFirstOpenAndClick } from './update-first-open-and-click';
import { classifyEngagement } from './classify-engagement';
import { scheduleClassification, type HeldEngagement } from './hold-engagement';
import { classificationTime, type EngagementActor, type Engagement } from '../../../db/records/engagement';
import { publishReaderEngagement } from './publish-engagement';

/** Concurrent workers may process the same email, so each round reads the email again. */
const roundsMax = 20;

/** The maximum number of events stored per email. This maximum limits the cost of a robot that never stops clicking. */
const engagementMax = 2_000;

/**
 * The maximum number of changes per round. A thousand clicks of a robot take several rounds to process and several runs
 * to publish.
 */
const changesMax = 200;

/** Above this number of events, one worker at a time processes the email under a lease and records its progress. */
const leaseThreshold = 50;
const retryAfterSeconds = 5;

/**
 * Updates everything derived from an email's reported engagement: actors, `opened_at`, `clicked_at`, metrics and
 * webhook events. Rounds repeat until no value changes, so the last worker to write has seen every report.
 */
export async function reconcileEngagement(held: HeldEngagement, tally: Tally): Promise<void> {
  const { workspaceId, messageId } = held;
  let hasLease = false;
  for (let round = 0; round < roundsMax; round++) {
    const email = await findEmail(workspaceId, messageId);
    if (!email || (email.engagement.reconciledAt ?? 0) >= held.classifyAt) return;
    const startedAt = now();
    const engagement = await findEngagement(workspaceId, messageId);
    if (engagement.length >= engagementMax) await stopRecordingEngagement(email);
    if (engagement.length > leaseThreshold && !hasLease) {
      hasLease = await acquireEngagementLease(email);
      if (!hasLease) return scheduleClassification(held, retryAfterSeconds);
    }
    const readerEngagement = await reconcileRound(email, engagement, tally);
    if (!readerEngagement) continue;
    await recordLastActivity(email, readerEngagement);
    // Publish last, so that a webhook receiver that reads the email finds all recorded changes.
    const isPublished = await publishReaderEngagement(email, readerEngagement);
    if (!isPublished) await scheduleClassification({ ...held, classifyAt: startedAt });
    if (hasLease)
      await releaseEngagementLease(email, isPublished ? { 'engagement.reconciledAt': startedAt } : {});
    return;
  }
  throw new Error('The engagement of an email changed in every round');
}

/** Returns the engagement of readers if no stored value needs to change. */
async function reconcileRound(
  email: Email,
  engagement: readonly Engagement[],
  tally: Tally,
): Promise<Engagement[] | undefined> {
  const actors = classifyEngagement(engagement);
  const released = engagement.filter((entry) => classificationTime(entry) <= now());
  const readerEngagement = released.filter(({ id }) => actors.get(id) === 'reader');

  const firstClicks = firstClicksPerLink(email, readerEngagement);
  const classificationOf = ({ id }: Engagement): Classification => ({
    actor: actors.get(id),
    isFirstOnLink: firstClicks.has(id),
  });
  const changed = released
    .filter((entry) => !isClassifiedAs(entry, classificationOf(entry)))
    .slice(0, changesMax);
  await Promise.all(changed.map((entry) => saveClassification(email, entry, classificationOf(entry), tally)));
  const isUpdated = await updateFirstOpenAndClick(email, { engagement, readerEngagement }, tally);
  return changed.length > 0 || isUpdated ? undefined : readerEngagement;
}

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

/** The classification of an open or a click. */
interface Classification {
  actor: EngagementActor | undefined;
  isFirstOnLink: boolean;
}

const isClassifiedAs = (
  { actor, isFirstOnLink = false }: Engagement,
  classification: Classification,
): boolean => actor === classification.actor && isFirstOnLink === classification.isFirstOnLink;

/** The ids of the reader's first click on each link. Empty unless the email belongs to a campaign. */
function firstClicksPerLink(
  { campaignId }: Email,
  readerEngagement: readonly Engagement[],
): ReadonlySet<string> {
  if (campaignId === undefined) return new Set();
  const firstClicks = new Map<string, string>();
  for (const { type, id, detail } of readerEngagement)
    if (type === 'click' && detail !== null && !firstClicks.has(detail)) firstClicks.set(detail, id);
  return new Set(firstClicks.values());
}

/** Saves the classification, unless another worker has saved it. Updates the click counts in the metrics. */
async function saveClassification(
  email: Email,
  entry: Engagement,
  classification: Classification,
  tally: Tally,
): Promise<void> {
  const { actor, isFirstOnLink } = classification;
  const isSet = await updateItem(
    keys.engagement(email.workspaceId, email.id, entry.occurredAt, entry.id),
    { set: { actor, ...(isFirstOnLink !== (entry.isFirstOnLink ?? false) && { isFirstOnLink }) } },
    unchanged({ actor: entry.actor, isFirstOnLink: entry.isFirstOnLink }),
  );
  if (!isSet || entry.type !== 'click') return;
  const [clicks, uniqueClicks] = [
    countDelta(entry.actor === 'reader', actor === 'reader'),
    countDelta(entry.isFirstOnLink ?? false, isFirstOnLink),
  ];
  if (clicks !== 0) countEngagement(tally, email, entry, clicks);
  if (entry.detail !== null) countLink(tally, email, entry.detail, { clicks, uniqueClicks });
}

const countDelta = (before: boolean, after: boolean): 1 | 0 | -1 => (before === after ? 0 : after ? 1 : -1);

async function stopRecordingEngagement(email: Email): Promise<void> {
  const { workspaceId, id: messageId, engagement: engagementState } = email;
  if (engagementState.isFull) return;
  logger.warn('engagement limit of the email reached', { workspaceId, messageId });
  await updateItem(emailKey(email), { set: { 'engagement.isFull': true } }, ifPresent);
}

async function acquireEngagementLease(email: Email): Promise<boolean> {
  const set = { 'engagement.leaseUntil': now() + requestLeaseMs };
  const isFree: Condition<Email> = any(
    attributeNotExists('engagement.leaseUntil'),
    lessThan('engagement.leaseUntil', now()),
  );
  return (await updateItem(emailKey(email), { set }, all(ifPresent, isFree))) !== undefined;
}

async function releaseEngagementLease(email: Email, set: Changes<Email>['set']): Promise<void> {
  await updateItem(emailKey(email), { set: { ...set, 'engagement.leaseUntil': 0 } }, ifPresent);
}

const emailKey = ({ workspaceId, id }: Email) => keys.email(workspaceId, id);
