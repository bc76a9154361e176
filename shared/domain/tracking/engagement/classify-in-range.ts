import type { Email } from '../../../db/records/emails';
import {
  classificationTime,
  type Engagement,
  type EngagementActor,
  type EngagementType,
} from '../../../db/records/engagement';
import { now } from '../../../core/time';
import { classifyEngagement } from './classify-engagement';
import { findFirstEngagementFrom, findLastEngagementBefore } from './find';
import { isInRange, type ReconciliationRange } from './reconciliation-range';

/** The engagement of an email as the reports in a range require it. Lists are sorted, oldest first. */
export interface ClassifiedEngagement {
  /** The events that the reports can affect, except events that another reconciliation classifies first. */
  affected: Engagement[];
  /** The affected events that came from readers. */
  readerEngagement: Engagement[];
  classifications: Classification[];
  firstOpen: FirstOfType;
  firstClick: FirstOfType;
}

/** The classification that an event must have. */
export interface Classification {
  entry: Engagement;
  actor: EngagementActor | undefined;
  isFirstOnLink: boolean;
}

/** The reader's first open or click of the email. The event itself is unknown if it occurred before the range. */
interface FirstOfType {
  at: string | null;
  entry?: Engagement | undefined;
}

/** Classifies the engagement in the range. The stored classification of all other engagement is correct. */
export async function classifyInRange(
  email: Email,
  engagement: readonly Engagement[],
  range: ReconciliationRange,
): Promise<ClassifiedEngagement> {
  const actors = classifyEngagement(engagement);
  const affected = engagement.filter(
    (entry) =>
      isInRange(entry.actor === undefined ? range.reported : range.affected, entry.occurredAt) &&
      classificationTime(entry) <= now(),
  );
  const readerEngagement = affected.filter(({ id }) => actors.get(id) === 'reader');
  const [firstOpen, firstClick, { firstIds, laterClicks }] = await Promise.all([
    findFirstOfType('open', email, readerEngagement, range),
    findFirstOfType('click', email, readerEngagement, range),
    findFirstClickPerLink(email, affected, readerEngagement, range),
  ]);
  const classification = (entry: Engagement, actor: EngagementActor | undefined): Classification => ({
    entry,
    actor,
    isFirstOnLink: firstIds.has(entry.id),
  });
  const classifications = [
    ...affected.map((entry) => classification(entry, actors.get(entry.id))),
    ...laterClicks.map((entry) => classification(entry, entry.actor)),
  ];
  return { affected, readerEngagement, classifications, firstOpen, firstClick };
}

/** Reads engagement after the range only if the recorded first open or click may have been revoked. */
async function findFirstOfType(
  type: EngagementType,
  email: Email,
  readerEngagement: readonly Engagement[],
  { affected }: ReconciliationRange,
): Promise<FirstOfType> {
  const recordedAt = type === 'open' ? email.openedAt : email.clickedAt;
  if (recordedAt !== null && recordedAt < affected.from) return { at: recordedAt };
  const entry =
    readerEngagement.find((reader) => reader.type === type) ??
    (recordedAt === null
      ? undefined
      : await findFirstEngagementFrom(
          email,
          recordedAt > affected.to ? recordedAt : affected.to,
          (later) => later.type === type && later.actor === 'reader',
        ));
  return { at: entry?.occurredAt ?? null, entry };
}

interface FirstClickPerLink {
  firstIds: ReadonlySet<string>;
  /** The reader's first clicks after the range, which may no longer be the first clicks of the email. */
  laterClicks: Engagement[];
}

/** Finds the reader's first click on each link that has an affected click. Finds none unless a campaign sent the email. */
async function findFirstClickPerLink(
  email: Email,
  affected: readonly Engagement[],
  readerEngagement: readonly Engagement[],
  range: ReconciliationRange,
): Promise<FirstClickPerLink> {
  const countedClicks = affected.filter((entry) => entry.isFirstOnLink || readerEngagement.includes(entry));
  const links = email.campaignId === undefined ? [] : new Set(countedClicks.map(({ detail }) => detail));
  const [firstIds, laterClicks] = [new Set<string>(), new Array<Engagement>()];
  for (const link of links) {
    const isOnLink = ({ type, detail }: Engagement) => type === 'click' && link !== null && detail === link;
    const isReaderClick = (entry: Engagement) => isOnLink(entry) && entry.actor === 'reader';
    if (await findLastEngagementBefore(email, range.affected.from, isReaderClick)) continue;
    const later = await findFirstEngagementFrom(email, range.affected.to, isReaderClick);
    const first = readerEngagement.find(isOnLink) ?? later;
    if (first) firstIds.add(first.id);
    if (later) laterClicks.push(later);
  }
  return { firstIds, laterClicks };
}
