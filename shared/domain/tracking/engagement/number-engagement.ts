import { ifPresent } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { updateItem } from '../../../db/table';
import { logger } from '../../../core/logger';
import type { Email } from '../../../db/records/emails';
import type { Engagement } from '../../../db/records/engagement';
import type { Classification } from './classify-in-range';
import { countAllEngagement, findFirstEngagementFrom, findLastEngagementBefore } from './find';
import type { ReconciliationRange } from './reconciliation-range';

/** The maximum number of events stored per email. This maximum limits the cost of a robot that never stops clicking. */
const engagementMax = 2_000;

/**
 * Returns the ordinals of the events that are classified for the first time, by id. Counts on from the nearest
 * classified events, because counting all events each time would cost more with each event. At the maximum, the email
 * stops recording engagement.
 */
export async function numberEngagement(
  email: Email,
  engagement: readonly Engagement[],
  changes: readonly Classification[],
  range: ReconciliationRange,
): Promise<ReadonlyMap<string, number>> {
  const added = changes.map(({ entry }) => entry).filter((entry) => !isClassified(entry));
  if (added.length === 0) return new Map();
  const highest =
    (await findHighestOrdinal(email, engagement, range)) ?? (await countAllEngagement(email)) - added.length;
  if (highest + added.length >= engagementMax) await stopRecordingEngagement(email);
  return new Map(added.map(({ id }, index) => [id, highest + index + 1]));
}

/** Returns undefined if earlier releases classified the nearest events, because those did not number events. */
async function findHighestOrdinal(
  email: Email,
  engagement: readonly Engagement[],
  { read }: ReconciliationRange,
): Promise<number | undefined> {
  const ordinals = engagement.flatMap(({ ordinal }) => ordinal ?? []);
  if (ordinals.length > 0) return Math.max(...ordinals);
  if (engagement.some(isClassified)) return undefined;
  const nearest =
    (await findLastEngagementBefore(email, read.from, isClassified)) ??
    (await findFirstEngagementFrom(email, read.to, isClassified));
  return nearest ? nearest.ordinal : 0;
}

const isClassified = ({ actor }: Engagement): boolean => actor !== undefined;

async function stopRecordingEngagement({
  workspaceId,
  id: messageId,
  engagement: { isFull },
}: Email): Promise<void> {
  if (isFull) return;
  logger.warn('engagement limit of the email reached', { workspaceId, messageId });
  await updateItem(keys.email(workspaceId, messageId), { set: { 'engagement.isFull': true } }, ifPresent);
}
