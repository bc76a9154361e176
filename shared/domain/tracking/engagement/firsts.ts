import { unchanged } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { updateItem } from '../../../db/table';
import type { Email } from '../../../db/records/emails';
import { countEngagement, countReaction, type Tally } from '../../platform/metrics/tally';
import type { Engagement } from '../../../db/records/engagement';

/** All that was reported, and what of it readers did, both oldest first. */
interface Judged {
  engagement: readonly Engagement[];
  readers: readonly Engagement[];
}

const told = 'readers.toldOpenId';

/** As the email's record has them. */
type Firsts = Pick<Email, 'openedAt' | 'clickedAt'> & { [told]: string | undefined };

/** Sets the first open and the first click of the email, and which open webhooks are told of. True: they changed. */
export async function followFirsts(email: Email, judged: Judged, tally: Tally): Promise<boolean> {
  const seen = { openedAt: email.openedAt, clickedAt: email.clickedAt, [told]: email.readers.toldOpenId };
  const firsts = firstsOf(email, judged);
  if (Object.entries(firsts).every(([name, value]) => seen[name as keyof Firsts] === value)) return false;
  const isMoved = await updateItem<Email>(
    keys.email(email.workspaceId, email.id),
    { set: firsts },
    unchanged(seen),
  );
  if (!isMoved) return true;
  if (firsts.openedAt !== email.openedAt) moveCount(email, firsts.openedAt, tally);
  countFirst(email, 'opened', [email.openedAt, firsts.openedAt], tally);
  countFirst(email, 'clicked', [email.clickedAt, firsts.clickedAt], tally);
  return true;
}

/** A test counts readers, whenever they first did something. */
function countFirst(
  email: Email,
  what: 'opened' | 'clicked',
  [before, after]: [string | null, string | null],
  tally: Tally,
): void {
  if ((before === null) === (after === null)) return;
  countReaction(tally, email, what, after === null ? -1 : 1);
}

function firstsOf(email: Email, judged: Judged): Firsts {
  const firstOf = (type: Engagement['type']) => judged.readers.find((one) => one.type === type);
  const open = firstOf('open');
  return {
    openedAt: open?.occurredAt ?? null,
    clickedAt: firstOf('click')?.occurredAt ?? null,
    [told]: chosenOpenId(email, judged) ?? open?.id ?? email.readers.toldOpenId,
  };
}

/** The one open that webhooks are told of stays the one, unless it proved to be a scanner's before it was told. */
function chosenOpenId(
  { readers: { toldOpenId } }: Email,
  { engagement, readers }: Judged,
): string | undefined {
  const isChosen = ({ id }: Engagement): boolean => id === toldOpenId;
  return readers.some(isChosen) || engagement.find(isChosen)?.isTold ? toldOpenId : undefined;
}

/** An email is opened once, on the day of its first open. */
function moveCount(email: Email, openedAt: string | null, tally: Tally): void {
  if (email.openedAt) countEngagement(tally, email, { type: 'open', occurredAt: email.openedAt }, -1);
  if (openedAt) countEngagement(tally, email, { type: 'open', occurredAt: openedAt }, 1);
}
