import { absent, all, any, below, ifPresent, unchanged } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { requestLeaseMs } from '../../../db/lease';
import { updateItem } from '../../../db/table';
import type { Changes } from '../../../db/update';
import { logger } from '../../../core/logger';
import { now } from '../../../core/time';
import { noteDates } from '../../audience/contacts/dates';
import { findEmail } from '../../send/emails/find';
import type { Email } from '../../../db/records/emails';
import { countEngagement, countLink, type Tally } from '../../platform/metrics/tally';
import { engagementOf } from './find';
import { followFirsts } from './firsts';
import { judge } from './judge';
import { judgeLater, type HeldEngagement } from './note';
import { judgedAt, type Doer, type Engagement } from '../../../db/records/engagement';
import { tellOfReaders } from './tell';

/** Others judge the same email at the same time: what they did is looked at again. */
const roundsMax = 20;

/** So much is kept of one email. It bounds what a robot that never stops can cost. */
const engagementMax = 2_000;

/** So much is changed in a round: a robot's thousand clicks take several, and several runs to tell of. */
const changesMax = 200;

/** Emails with more are brought in line by one at a time, who writes down until when: others need not look. */
const muchEngagement = 50;
const askAgainSeconds = 5;

/**
 * Brings what is recorded of an email's readers in line with all that was reported: who did each, `opened_at` and
 * `clicked_at`, the metrics and the webhooks. Each round looks, and changes what differs, until nothing does: whoever
 * wrote last has seen everything.
 */
export async function followReaders(held: HeldEngagement, tally: Tally): Promise<void> {
  const { workspaceId, messageId } = held;
  let hasLease = false;
  for (let round = 0; round < roundsMax; round++) {
    const email = await findEmail(workspaceId, messageId);
    if (!email || (email.readers.inLineAt ?? 0) >= held.judgedAt) return;
    const beganAt = now();
    const engagement = await engagementOf(workspaceId, messageId);
    if (engagement.length >= engagementMax) await closeEngagement(email);
    if (engagement.length > muchEngagement && !hasLease) {
      hasLease = await lease(email);
      if (!hasLease) return judgeLater(held, askAgainSeconds);
    }
    const readers = await readersInLine(email, engagement, tally);
    if (!readers) continue;
    await noteReading(email, readers);
    // Last, so that who is told and looks finds it all.
    const isTold = await tellOfReaders(email, readers);
    if (!isTold) await judgeLater({ ...held, judgedAt: beganAt });
    if (hasLease) await endLease(email, isTold ? { 'readers.inLineAt': beganAt } : {});
    return;
  }
  throw new Error('The engagement of an email changed at each look');
}

/** What readers did, once nothing has to change any more. */
async function readersInLine(
  email: Email,
  engagement: readonly Engagement[],
  tally: Tally,
): Promise<Engagement[] | undefined> {
  const doers = judge(engagement);
  const released = engagement.filter((one) => judgedAt(one) <= now());
  const readers = released.filter(({ id }) => doers.get(id) === 'reader');

  const firsts = firstsOnLinks(email, readers);
  const verdictOn = ({ id }: Engagement): Verdict => ({
    doneBy: doers.get(id),
    isFirstOnLink: firsts.has(id),
  });
  const changed = released.filter((one) => !isSo(one, verdictOn(one))).slice(0, changesMax);
  await Promise.all(changed.map((one) => setVerdict(email, one, verdictOn(one), tally)));
  const isMoved = await followFirsts(email, { engagement, readers }, tally);
  return changed.length > 0 || isMoved ? undefined : readers;
}

/** The last open and the last click of a reader show on the contact of whom it was written to. */
async function noteReading({ workspaceId, to }: Email, readers: readonly Engagement[]): Promise<void> {
  const lastOf = (type: Engagement['type']) => readers.findLast((one) => one.type === type)?.occurredAt;
  const [lastOpenedAt, lastClickedAt] = [lastOf('open'), lastOf('click')];
  await noteDates(workspaceId, to[0] ?? '', {
    ...(lastOpenedAt && { lastOpenedAt }),
    ...(lastClickedAt && { lastClickedAt }),
  });
}

/** What is known of an open or a click once it was judged. */
interface Verdict {
  doneBy: Doer | undefined;
  isFirstOnLink: boolean;
}

const isSo = ({ doneBy, isFirstOnLink = false }: Engagement, verdict: Verdict): boolean =>
  doneBy === verdict.doneBy && isFirstOnLink === verdict.isFirstOnLink;

/** Of a campaign's mail, the reader's first click on each link: their ids. */
function firstsOnLinks({ campaignId }: Email, readers: readonly Engagement[]): ReadonlySet<string> {
  if (campaignId === undefined) return new Set();
  const firsts = new Map<string, string>();
  for (const { type, id, detail } of readers)
    if (type === 'click' && detail !== null && !firsts.has(detail)) firsts.set(detail, id);
  return new Set(firsts.values());
}

/** Records it, unless somebody else has, and counts the click, or takes it back. */
async function setVerdict(email: Email, one: Engagement, verdict: Verdict, tally: Tally): Promise<void> {
  const { doneBy, isFirstOnLink } = verdict;
  const isSet = await updateItem<Engagement>(
    keys.engagement(email.workspaceId, email.id, one.occurredAt, one.id),
    { set: { doneBy, ...(isFirstOnLink !== (one.isFirstOnLink ?? false) && { isFirstOnLink }) } },
    unchanged({ doneBy: one.doneBy, isFirstOnLink: one.isFirstOnLink }),
  );
  if (!isSet || one.type !== 'click') return;
  const [clicks, uniqueClicks] = [
    moveBetween(one.doneBy === 'reader', doneBy === 'reader'),
    moveBetween(one.isFirstOnLink ?? false, isFirstOnLink),
  ];
  if (clicks !== 0) countEngagement(tally, email, one, clicks);
  if (one.detail !== null) countLink(tally, email, one.detail, { clicks, uniqueClicks });
}

const moveBetween = (before: boolean, after: boolean): 1 | 0 | -1 => (before === after ? 0 : after ? 1 : -1);

async function closeEngagement(email: Email): Promise<void> {
  const { workspaceId, id: messageId, readers } = email;
  if (readers.isFull) return;
  logger.warn('no more engagement is recorded of this email', { workspaceId, messageId });
  await updateItem<Email>(keyOf(email), { set: { 'readers.isFull': true } }, ifPresent);
}

async function lease(email: Email): Promise<boolean> {
  const set: Changes['set'] = { 'readers.leaseUntil': now() + requestLeaseMs };
  const isFree = any(absent('readers.leaseUntil'), below('readers.leaseUntil', now()));
  return (await updateItem<Email>(keyOf(email), { set }, all(ifPresent, isFree))) !== undefined;
}

async function endLease(email: Email, set: object): Promise<void> {
  await updateItem<Email>(keyOf(email), { set: { ...set, 'readers.leaseUntil': 0 } }, ifPresent);
}

const keyOf = ({ workspaceId, id }: Email) => keys.email(workspaceId, id);
