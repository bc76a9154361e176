import { changing } from '../../db/changing';
import { keys } from '../../db/keys';
import { ifPresent, updateItem } from '../../db/table';
import { logger } from '../../logger';
import { bareAddress } from '../../text/mailbox';
import { now } from '../../time';
import { findEmail } from '../emails/find';
import type { Email } from '../emails/record';
import { countEngagement, type Tally } from '../metrics/tally';
import { engagementOf } from './find';
import { followFirsts } from './firsts';
import { hasStill } from './has-still';
import { judge } from './judge';
import { followEngagement } from './last-engagement';
import { judgedAt, type Engagement, type Verdict } from './record';
import { tellOfReaders } from './tell';

/** Others judge the same email at the same time: what they did is looked at again. */
const roundsMax = 10;

/** So much is kept of one email. It bounds what a robot that never stops can cost. */
const engagementMax = 2_000;

/**
 * Brings what is recorded of an email's readers in line with all that was reported: verdicts, `opened_at` and
 * `clicked_at`, the address's own dates, the metrics and the webhooks. Each round looks, and changes what differs,
 * until nothing does: whoever wrote last has seen everything.
 */
export async function settleEngagement(workspaceId: string, messageId: string, tally: Tally): Promise<void> {
  for (let round = 0; round < roundsMax; round++) {
    const email = await findEmail(workspaceId, messageId);
    if (!email) return;
    const engagement = await engagementOf(workspaceId, messageId);
    if (engagement.length >= engagementMax) await closeEngagement(email);
    if (await isSettled(email, engagement, tally)) return;
  }
  throw new Error('The engagement of an email changed at each look');
}

/** True when nothing had to change. */
async function isSettled(email: Email, engagement: readonly Engagement[], tally: Tally): Promise<boolean> {
  const verdicts = judge(engagement);
  const released = engagement.filter((one) => judgedAt(one) <= now());
  const readers = released.filter(({ id }) => verdicts.get(id) === 'reader');

  const changed = released.filter(({ id, verdict }) => verdicts.get(id) !== verdict);
  await Promise.all(changed.map((one) => pass(email, one, verdicts.get(one.id), tally)));
  const isMoved = await followFirsts(email, { engagement, readers }, tally);
  const isFollowed = await followEngagement(email.workspaceId, addressOf(email), email.id, lastsOf(readers));
  if (changed.length > 0 || isMoved || isFollowed) return false;

  // Last, so that who is told and looks finds it all.
  await tellOfReaders(email, readers);
  return true;
}

/** Records the verdict, unless somebody else did, and counts the click, or takes it back. */
async function pass(
  email: Email,
  one: Engagement,
  verdict: Verdict | undefined,
  tally: Tally,
): Promise<void> {
  const isPassed = await updateItem<Engagement>(
    keys.engagement(email.workspaceId, email.id, one.occurredAt, one.id),
    changing({ set: { verdict } }, hasStill({ verdict: one.verdict })),
  );
  if (!isPassed || one.type !== 'click') return;
  if (verdict === 'reader') countEngagement(tally, email, one, 1);
  else if (one.verdict === 'reader') countEngagement(tally, email, one, -1);
}

/** Opens and clicks do not say whose they are: they are the first recipient's. */
const addressOf = ({ to }: Email): string => bareAddress(to[0] ?? '');

const lastsOf = (readers: readonly Engagement[]) => ({
  opened: readers.findLast(({ type }) => type === 'open')?.occurredAt,
  clicked: readers.findLast(({ type }) => type === 'click')?.occurredAt,
});

async function closeEngagement({ workspaceId, id, engagementIsFull }: Email): Promise<void> {
  if (engagementIsFull) return;
  logger.warn('no more engagement is recorded of this email', { workspaceId, messageId: id });
  await updateItem<Email>(
    keys.email(workspaceId, id),
    changing({ set: { engagementIsFull: true } }, ifPresent),
  );
}
