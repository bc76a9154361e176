import { leftOf24Hours } from '../../../../aws/account';
import { keys } from '../../../../db/keys';
import { putItems } from '../../../../db/table';
import { ApiError } from '../../../../core/errors';
import { logger } from '../../../../core/logger';
import { runPaced } from '../../../../async/run-paced';
import { minuteMs, now, utcDay } from '../../../../core/time';
import type { Campaign, PauseReason, Slice } from '../../../../db/records/campaigns';
import { claimEmail, claimOfBatch, unknownOutcomeMs } from '../../../send/deliver/claim';
import { composeMail } from '../../../send/deliver/compose';
import { leave } from '../../../send/deliver/depart';
import type { Domain } from '../../../../db/records/domains';
import type { Email } from '../../../../db/records/emails';
import { SliceCharge } from './charge-slice';
import { campaignEmail, campaignMail } from './mail';
import type { SliceMeans } from './means';
import type { Stop } from './pause';
import type { Person } from './people';
import { countGone, failEmail, statesOf, summaryOf, type State, type States, type Summary } from './states';

export interface Mailing {
  campaign: Campaign;
  slice: Slice;
  means: SliceMeans;
  /** The pace, and when nobody else is begun with, in ms. */
  perRecipientMs: number;
  until: number;
  /** Whether to look again before those of whom the provider wanted nobody are given up. */
  mayTryAgain: boolean;
}

/** What a slice has come to, and why its campaign stops. `isFailure`: it was the slice that stopped it. */
export interface Mailed extends Summary {
  stop?: Stop;
  isFailure?: boolean;
}

/** Mails those whose turn has yet to come, as far as the day, the rate and the plan allow. */
export async function mailPeople(mailing: Mailing, people: readonly Person[]): Promise<Mailed> {
  const { slice, means } = mailing;
  const states = await statesOf(people);
  const charge = new SliceCharge(slice);
  const waiting = people.filter((person) => states.get(person) === 'waits');
  const ofTheAccount = Math.min(waiting.length, await leftOf24Hours(minuteMs));
  const day = utcDay(now());
  const ofTheDomain = await charge.takeWarmup(means.domain, countGone(states), ofTheAccount);
  const turn = waiting.slice(0, ofTheDomain);
  const refused = await charge.takeUsage(means.workspace, countGone(states) + turn.length);
  const stopped =
    refused === undefined ? await mailAll(mailing, turn, states) : { stop: { failure: refused } };
  await charge.settle(means.domain, countGone(states));
  const summary = summaryOf(states);
  if (stopped || turn.length === waiting.length) return { ...summary, ...stopped };
  if (ofTheDomain === ofTheAccount) return { ...summary, stop: { pauseReason: 'quota' } };
  // The day may have ended while they were mailed, and the next one has room of its own.
  return utcDay(now()) === day ? { ...summary, stop: { pauseReason: 'warmup' } } : summary;
}

/** What became of them so far. What was taken for the others is given back. */
export async function settlePeople(
  slice: Slice,
  domain: Domain | undefined,
  people: readonly Person[],
): Promise<Summary> {
  const states = await statesOf(people);
  await new SliceCharge(slice).settle(domain, countGone(states));
  return summaryOf(states);
}

/** So many hand-overs wait for the provider at once. */
const atOnceMax = 20;

/** That so few are not wanted says nothing of the others. */
const unwantedMin = 5;

/** What an attempt at somebody came to. */
type Came = State | 'unanswered' | Unwanted | Stop;

/** Their mail cannot be made, or the provider does not take it: then it is an email that is still queued. */
interface Unwanted {
  unwanted: Email | undefined;
}

/** Mails them, and gives up those whose mail nobody wants. */
async function mailAll(
  mailing: Mailing,
  turn: readonly Person[],
  states: States,
): Promise<Pick<Mailed, 'stop' | 'isFailure'> | undefined> {
  await putItems(turn.map((person) => keys.emailTo(...pointerOf(mailing, person))));
  const { sent, unanswered, unwanted, stop } = await mailInTurn(mailing, turn, states);
  if (sent === 0 && unwanted.size >= unwantedMin && mailing.mayTryAgain)
    return { stop: noneWanted, isFailure: true };
  for (const [person, email] of unwanted) states.set(person, email ? await failEmail(email) : 'failed');
  if (stop) return { stop: isThrottled(stop) ? { pauseReason: await quotaOrRate() } : stop };
  return sent === 0 && unwanted.size === 0 && unanswered > 0 ? { stop: noAnswers } : undefined;
}

/** What came of those who were begun with. */
interface Tally {
  sent: number;
  unanswered: number;
  unwanted: Map<Person, Email | undefined>;
  stop?: Stop;
}

/** In their order, so many at once; the first whom the provider has no room for ends it. */
async function mailInTurn(mailing: Mailing, turn: readonly Person[], states: States): Promise<Tally> {
  const tally: Tally = { sent: 0, unanswered: 0, unwanted: new Map() };
  const isHopeless = (): boolean => tally.sent === 0 && tally.unwanted.size + tally.unanswered >= atOnceMax;
  const isOver = (): boolean => tally.stop !== undefined || isHopeless() || now() > mailing.until;
  const pace = { atOnceMax, perSecondMax: 1000 / mailing.perRecipientMs, isOver };
  await runPaced(turn, pace, async (person) => {
    const came = await mailOne(mailing, person);
    if (typeof came === 'string') {
      if (came === 'sent' || came === 'unanswered') tally[came] += 1;
      states.set(person, came === 'unanswered' ? 'unheard' : came);
    } else if ('unwanted' in came) tally.unwanted.set(person, came.unwanted);
    else tally.stop = came;
  });
  return tally;
}

/** The provider answers nobody: what became of these is known in ten minutes, and nobody else is tried before. */
const noAnswers: Stop = { pauseReason: 'interrupted', forMs: unknownOutcomeMs };

/**
 * The provider wants the mail of none: perhaps it is the domain that it does not want, which is known within ten minutes.
 * To fail them all would lose as many people as leave until then.
 */
const noneWanted: Stop = { pauseReason: 'interrupted', forMs: unknownOutcomeMs };

const isThrottled = (stop: Stop): boolean => 'pauseReason' in stop && stop.pauseReason === 'throttled';

const pointerOf = ({ campaign }: Mailing, { recipient, messageId }: Person) =>
  [campaign.workspaceId, recipient.email, messageId] as const;

async function mailOne(mailing: Mailing, person: Person): Promise<Came> {
  const { campaign, means } = mailing;
  const made = await makeMail(mailing, person);
  if (!made) return { unwanted: undefined };
  const { message, raw } = made;
  const email = await claim(person, campaignEmail(campaign, person.messageId, message, person.variant));
  if (!email) return 'unheard';
  const departed = await leave('campaign', { email, message, domain: means.domain, raw, giveBack: nothing });
  switch (departed) {
    case 'sent':
      return 'sent';
    case 'refused':
      return { unwanted: email };
    case 'throttled':
      return { pauseReason: 'throttled' };
    case 'unavailable':
      return { pauseReason: 'interrupted' };
    case 'unknown':
      return 'unanswered';
    case 'not ours':
      return 'unheard';
  }
}

/** Undefined where it cannot be made for them. */
async function makeMail({ campaign, means }: Mailing, person: Person) {
  const { workspace, topic, copy } = means;
  try {
    const message = campaignMail(campaign, copy, person);
    const { raw } = await composeMail(message, { workspace, topic, parent: undefined });
    return { message, raw };
  } catch (error) {
    const about = { campaignId: campaign.id, messageId: person.messageId };
    if (error instanceof ApiError) logger.info('campaign mail not made', { ...about, type: error.type });
    else logger.error('campaign mail not made', { ...about, error });
    return undefined;
  }
}

/** Takes the person for an attempt of one's own; undefined where another has them. */
async function claim({ email: earlier }: Person, email: Email): Promise<Email | undefined> {
  if (earlier) return claimEmail(earlier, 'queued', { subject: email.subject });
  const claimed = await claimOfBatch(email);
  return 'claimed' in claimed ? claimed.claimed : undefined;
}

/** The provider counts recipients by the second, and by the day. */
const quotaOrRate = async (): Promise<PauseReason> =>
  (await leftOf24Hours(0)) === 0 ? 'quota' : 'throttled';

const nothing = (): Promise<void> => Promise.resolve();
