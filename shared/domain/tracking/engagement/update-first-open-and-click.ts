import { keysOf } from '../../../core/keys-of';
import { unchanged } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { updateItem } from '../../../db/table';
import type { Email } from '../../../db/records/emails';
import { countEngagement, countReaction, type Tally } from '../../platform/metrics/tally';
import type { ClassifiedEngagement } from './classify-in-range';

const publishedOpenAttribute = 'engagement.publishedOpenId';

/** The attributes of the email record that this module updates. */
type FirstOpenAndClick = Pick<Email, 'openedAt' | 'clickedAt'> & {
  [publishedOpenAttribute]: string | undefined;
};

/** Sets the email's first open and click, and the open to publish. Returns true if one of these values changed. */
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
    { set: updated, remove: updated[publishedOpenAttribute] === undefined ? [publishedOpenAttribute] : [] },
    unchanged(recorded),
  );
  if (!isUpdated) return true;
  if (updated.openedAt !== email.openedAt) moveOpenCount(email, updated.openedAt, tally);
  countFirstReaction(email, 'opened', [email.openedAt, updated.openedAt], tally);
  countFirstReaction(email, 'clicked', [email.clickedAt, updated.clickedAt], tally);
  return true;
}

/** Counts each reader only once in an A/B test, regardless of the time of the first open or click. */
function countFirstReaction(
  email: Email,
  reaction: 'opened' | 'clicked',
  [before, after]: [string | null, string | null],
  tally: Tally,
): void {
  if ((before === null) === (after === null)) return;
  countReaction(tally, email, reaction, after === null ? -1 : 1);
}

function findFirstOpenAndClick(
  email: Email,
  { affected, readerEngagement, firstOpen, firstClick }: ClassifiedEngagement,
): FirstOpenAndClick {
  const { publishedOpenId } = email.engagement;
  const selected = affected.find(({ id }) => id === publishedOpenId);
  // The selected open stays selected, unless it is found to come from a scanner before it is published.
  const staysSelected = !selected || selected.isPublished || readerEngagement.includes(selected);
  return {
    openedAt: firstOpen.at,
    clickedAt: firstClick.at,
    [publishedOpenAttribute]: (staysSelected ? publishedOpenId : undefined) ?? firstOpen.entry?.id,
  };
}

/**
 * Moves the email's open to another day in the metrics, which count one open per email on the day of the first open.
 */
function moveOpenCount(email: Email, openedAt: string | null, tally: Tally): void {
  if (email.openedAt) countEngagement(tally, email, { type: 'open', occurredAt: email.openedAt }, -1);
  if (openedAt) countEngagement(tally, email, { type: 'open', occurredAt: openedAt }, 1);
}
