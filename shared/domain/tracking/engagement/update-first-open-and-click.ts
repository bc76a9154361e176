import { keysOf } from '../../../core/keys-of';
import { unchanged } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { updateItem } from '../../../db/table';
import type { Email } from '../../../db/records/emails';
import { countEngagement, countReaction, type Tally } from '../../platform/metrics/tally';
import type { Engagement } from '../../../db/records/engagement';

/** All that was reported, and what of it readers did, both oldest first. */
interface ClassifiedEngagement {
  engagement: readonly Engagement[];
  readerEngagement: readonly Engagement[];
}

const publishedOpenAttribute = 'engagement.publishedOpenId';

/** As the email's record has them. */
type FirstOpenAndClick = Pick<Email, 'openedAt' | 'clickedAt'> & {
  [publishedOpenAttribute]: string | undefined;
};

/** Sets the first open and the first click of the email, and which open webhooks are told of. True: they changed. */
export async function updateFirstOpenAndClick(
  email: Email,
  classified: ClassifiedEngagement,
  tally: Tally,
): Promise<boolean> {
  const recorded = {
    openedAt: email.openedAt,
    clickedAt: email.clickedAt,
    [publishedOpenAttribute]: email.engagement.publishedOpenId,
  };
  const updated = findFirstOpenAndClick(email, classified);
  if (keysOf(updated).every((name) => recorded[name] === updated[name])) return false;
  const isUpdated = await updateItem(
    keys.email(email.workspaceId, email.id),
    { set: updated },
    unchanged(recorded),
  );
  if (!isUpdated) return true;
  if (updated.openedAt !== email.openedAt) moveOpenCount(email, updated.openedAt, tally);
  countFirstReaction(email, 'opened', [email.openedAt, updated.openedAt], tally);
  countFirstReaction(email, 'clicked', [email.clickedAt, updated.clickedAt], tally);
  return true;
}

/** A test counts readers, whenever they first did something. */
function countFirstReaction(
  email: Email,
  reaction: 'opened' | 'clicked',
  [before, after]: [string | null, string | null],
  tally: Tally,
): void {
  if ((before === null) === (after === null)) return;
  countReaction(tally, email, reaction, after === null ? -1 : 1);
}

function findFirstOpenAndClick(email: Email, classified: ClassifiedEngagement): FirstOpenAndClick {
  const firstOfType = (type: Engagement['type']) =>
    classified.readerEngagement.find((entry) => entry.type === type);
  const open = firstOfType('open');
  return {
    openedAt: open?.occurredAt ?? null,
    clickedAt: firstOfType('click')?.occurredAt ?? null,
    [publishedOpenAttribute]:
      publishedOpenId(email, classified) ?? open?.id ?? email.engagement.publishedOpenId,
  };
}

/** The one open that webhooks are told of stays the one, unless it proved to be a scanner's before it was told. */
function publishedOpenId(
  { engagement: { publishedOpenId } }: Email,
  { engagement, readerEngagement }: ClassifiedEngagement,
): string | undefined {
  const isPublishedOpen = ({ id }: Engagement): boolean => id === publishedOpenId;
  return readerEngagement.some(isPublishedOpen) || engagement.find(isPublishedOpen)?.isPublished
    ? publishedOpenId
    : undefined;
}

/** An email is opened once, on the day of its first open. */
function moveOpenCount(email: Email, openedAt: string | null, tally: Tally): void {
  if (email.openedAt) countEngagement(tally, email, { type: 'open', occurredAt: email.openedAt }, -1);
  if (openedAt) countEngagement(tally, email, { type: 'open', occurredAt: openedAt }, 1);
}
