import { changing } from '../../../db/changing';
import { keys } from '../../../db/keys';
import { ifPresent, updateItem } from '../../../db/table';
import { logger } from '../../../logger';
import { bareAddress } from '../../../text/mailbox';
import { now } from '../../../time';
import { findEmail } from '../../emails/find';
import type { Email } from '../../emails/record';
import { countEngagement, type Tally } from '../metrics/tally';
import { engagementOf } from './find';
import { followFirsts } from './firsts';
import { hasStill } from './has-still';
import { judge } from './judge';
import { judgeLater, type HeldEngagement } from './note';
import { followEngagement } from './last-engagement';
import { judgedAt, type Engagement, type Verdict } from './record';
import { tellOfReaders } from './tell';

/** Others judge the same email at the same time: what they did is looked at again. */
const roundsMax = 20;

/** So much is kept of one email. It bounds what a robot that never stops can cost. */
const engagementMax = 2_000;

/** So much is changed in a round: a robot's thousand clicks take several, and several runs to tell of. */
const changesMax = 200;

/** Emails with more are brought in line by one at a time, who writes down until when: others need not look. */
const muchEngagement = 50;
const leaseMs = 35_000;
const askAgainSeconds = 5;

/**
 * Brings what is recorded of an email's readers in line with all that was reported: verdicts, `opened_at` and
 * `clicked_at`, the address's own dates, the metrics and the webhooks. Each round looks, and changes what differs,
 * until nothing does: whoever wrote last has seen everything.
 */
export async function settleEngagement(held: HeldEngagement, tally: Tally): Promise<void> {
  const { workspaceId, messageId } = held;
  let hasLease = false;
  for (let round = 0; round < roundsMax; round++) {
    const email = await findEmail(workspaceId, messageId);
    if (!email || (email.engagementSettledAt ?? 0) >= held.judgedAt) return;
    const beganAt = now();
    const engagement = await engagementOf(workspaceId, messageId);
    if (engagement.length >= engagementMax) await closeEngagement(email);
    if (engagement.length > muchEngagement && !hasLease) {
      hasLease = await lease(email);
      if (!hasLease) return judgeLater(held, askAgainSeconds);
    }
    const readers = await settledReaders(email, engagement, tally);
    if (!readers) continue;
    // Last, so that who is told and looks finds it all.
    const isTold = await tellOfReaders(email, readers);
    if (!isTold) await judgeLater({ ...held, judgedAt: beganAt });
    if (hasLease)
      await set(email, { engagementLeaseUntil: 0, ...(isTold && { engagementSettledAt: beganAt }) });
    return;
  }
  throw new Error('The engagement of an email changed at each look');
}

/** What readers did, once nothing has to change any more. */
async function settledReaders(
  email: Email,
  engagement: readonly Engagement[],
  tally: Tally,
): Promise<Engagement[] | undefined> {
  const verdicts = judge(engagement);
  const released = engagement.filter((one) => judgedAt(one) <= now());
  const readers = released.filter(({ id }) => verdicts.get(id) === 'reader');

  const changed = released.filter(({ id, verdict }) => verdicts.get(id) !== verdict).slice(0, changesMax);
  await Promise.all(changed.map((one) => pass(email, one, verdicts.get(one.id), tally)));
  const isMoved = await followFirsts(email, { engagement, readers }, tally);
  const isFollowed = await followEngagement(email.workspaceId, addressOf(email), email.id, lastsOf(readers));
  return changed.length > 0 || isMoved || isFollowed ? undefined : readers;
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

async function closeEngagement(email: Email): Promise<void> {
  const { workspaceId, id: messageId, engagementIsFull } = email;
  if (engagementIsFull) return;
  logger.warn('no more engagement is recorded of this email', { workspaceId, messageId });
  await set(email, { engagementIsFull: true });
}

async function lease({ workspaceId, id }: Email): Promise<boolean> {
  const email = await updateItem<Email>(
    keys.email(workspaceId, id),
    changing(
      { set: { engagementLeaseUntil: now() + leaseMs } },
      {
        expression:
          'attribute_exists(pk) AND (attribute_not_exists(#engagementLeaseUntil) OR #engagementLeaseUntil < :now)',
        names: { '#engagementLeaseUntil': 'engagementLeaseUntil' },
        values: { ':now': now() },
      },
    ),
  );
  return email !== undefined;
}

async function set({ workspaceId, id }: Email, changes: Partial<Email>): Promise<void> {
  await updateItem<Email>(keys.email(workspaceId, id), changing({ set: changes }, ifPresent));
}
