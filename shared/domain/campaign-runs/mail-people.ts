import { keys } from '../../db/keys';
import { putItems } from '../../db/table';
import { ApiError } from '../../errors';
import { logger } from '../../logger';
import { runPaced } from '../../run-paced';
import { minuteMs, now } from '../../time';
import { sendQuota } from '../../aws/account';
import type { Outcome, Outcomes } from '../campaigns/figures';
import type { Campaign, PauseReason, Slice } from '../campaigns/record';
import { claimEmail, claimOfBatch, mayBeLeaving, unknownOutcomeMs } from '../departure/claim';
import { composeMail } from '../departure/compose';
import { leave } from '../departure/depart';
import { findEmail } from '../emails/find';
import { moveEmail } from '../emails/move';
import type { Domain } from '../domains/record';
import type { Email } from '../emails/record';
import { unmakeEmail } from '../emails/unmake';
import { SliceCharge } from './charge-slice';
import { campaignEmail, campaignMail } from './mail';
import type { Person } from './people';
import type { SliceMeans } from './means';
import type { Stop } from './pause';

export interface Mailing {
  campaign: Campaign;
  slice: Slice;
  means: SliceMeans;
  /** The pace, and when nobody else is begun with, in ms. */
  perRecipientMs: number;
  until: number;
}

export interface Mailed {
  /** By variant. */
  outcomes: ReadonlyMap<string | null, Outcomes>;
  /** How many have no outcome yet, and of how many that is because the provider was not heard. */
  left: number;
  unheard: number;
  stop?: Stop;
}

/** What became of somebody. `unheard`: the provider may have their mail. `waits`: nobody has begun with them. */
type State = Outcome | 'unheard' | 'waits';

/** So many hand-overs wait for the provider at once. */
const atOnceMax = 20;

/** Mails those whose turn has yet to come, as far as the day, the rate and the plan allow. */
export async function mailPeople(mailing: Mailing, people: readonly Person[]): Promise<Mailed> {
  const { slice, means } = mailing;
  const states = await statesOf(people);
  const left = (): number => howMany(states, gone);
  const charge = new SliceCharge(slice);
  const waiting = people.filter((person) => states.get(person) === 'waits');
  const ofTheAccount = Math.min(waiting.length, (await sendQuota(minuteMs)).leftOf24Hours);
  const ofTheDomain = await charge.takeWarmup(means.domain, left(), ofTheAccount);
  const turn = waiting.slice(0, ofTheDomain);
  const refused = await charge.takeUsage(means.workspace, left() + turn.length);
  const stop = refused === undefined ? await mailAll(mailing, turn, states) : { failure: refused };
  await charge.settle(means.domain, left());
  if (stop || turn.length === waiting.length) return summary(states, stop);
  return summary(states, { pauseReason: ofTheDomain < ofTheAccount ? 'warmup' : 'quota' });
}

/** What became of them so far. What was taken for the others is given back. */
export async function settlePeople(
  slice: Slice,
  domain: Domain | undefined,
  people: readonly Person[],
): Promise<Mailed> {
  const states = await statesOf(people);
  await new SliceCharge(slice).settle(domain, howMany(states, gone));
  return summary(states, undefined);
}

/** Those who have it, or may. */
const gone: readonly State[] = ['sent', 'unheard'];

const howMany = (states: ReadonlyMap<Person, State>, wanted: readonly State[]): number =>
  [...states.values()].filter((state) => wanted.includes(state)).length;

async function statesOf(people: readonly Person[]): Promise<Map<Person, State>> {
  const states = new Map<Person, State>();
  for (const person of people) states.set(person, await stateOf(person));
  return states;
}

/** What an earlier attempt made of them. */
async function stateOf({ email, isLeftOut }: Person): Promise<State> {
  if (!email) return isLeftOut ? 'skipped' : 'waits';
  if (email.status === 'failed') return 'failed';
  if (email.status !== 'queued') return 'sent';
  if (mayBeLeaving(email)) return 'unheard';
  if (!isLeftOut) return 'waits';
  if (!email.attempt && (await unmakeEmail(email))) return 'skipped';
  if (await moveEmail(email, { from: 'queued', to: 'failed' })) return 'failed';
  // Their Send event came at this moment.
  const standing = await findEmail(email.workspaceId, email.id);
  return standing?.status === 'failed' ? 'failed' : 'sent';
}

/** Mails one after the other; the first whom the provider has no room for ends it. */
async function mailAll(
  mailing: Mailing,
  turn: readonly Person[],
  states: Map<Person, State>,
): Promise<Stop | undefined> {
  await putItems(turn.map((person) => keys.emailTo(...pointerOf(mailing, person))));
  const pace = { atOnceMax, perSecondMax: 1000 / mailing.perRecipientMs };
  let stop: Stop | undefined;
  const answers = { heard: 0, missed: 0 };
  await runPaced(turn, pace, async (person) => {
    if (stop || now() > mailing.until) return;
    const state = await mailOne(mailing, person);
    answers[state === 'unanswered' ? 'missed' : 'heard'] += 1;
    if (typeof state !== 'string') stop = state;
    else states.set(person, state === 'unanswered' ? 'unheard' : state);
    if (answers.heard === 0 && answers.missed >= atOnceMax) stop = noAnswers;
  });
  if (!stop && answers.heard === 0 && answers.missed > 0) stop = noAnswers;
  const isThrottled = stop !== undefined && 'pauseReason' in stop && stop.pauseReason === 'throttled';
  return isThrottled ? { pauseReason: await quotaOrRate() } : stop;
}

/** The provider answers nobody: what became of these is known in ten minutes, and nobody else is tried before. */
const noAnswers: Stop = { pauseReason: 'interrupted', forMs: unknownOutcomeMs };

const pointerOf = ({ campaign }: Mailing, { recipient, messageId }: Person) =>
  [campaign.workspaceId, recipient.email, messageId] as const;

async function mailOne({ campaign, means }: Mailing, person: Person): Promise<State | 'unanswered' | Stop> {
  const { workspace, topic, domain, copy } = means;
  try {
    const message = campaignMail(campaign, copy, person);
    const { raw } = await composeMail(message, { workspace, topic, parent: undefined });
    const email = await claim(person, campaignEmail(campaign, person.messageId, message, person.variant));
    if (!email) return 'unheard';
    const departed = await leave('campaign', { email, message, domain, raw, giveBack: nothing });
    if (departed === 'sent') return 'sent';
    if (departed === 'refused') return 'failed';
    if (departed === 'throttled') return { pauseReason: 'throttled' };
    if (departed === 'unavailable') return { pauseReason: 'interrupted' };
    return departed === 'unknown' ? 'unanswered' : 'unheard';
  } catch (error) {
    if (!(error instanceof ApiError) || error.type !== 'invalid_request') throw error;
    logger.info('campaign mail not made', {
      campaignId: campaign.id,
      messageId: person.messageId,
      type: error.type,
    });
    return 'failed';
  }
}

/** Takes the person for an attempt of one's own; undefined where another has them. */
async function claim({ email: earlier }: Person, email: Email): Promise<Email | undefined> {
  if (earlier) return claimEmail(earlier, 'queued', { subject: email.subject });
  const claimed = await claimOfBatch(email);
  return 'claimed' in claimed ? claimed.claimed : undefined;
}

/** The provider counts recipients by the second, and by the day. It may be too busy to say which it was. */
async function quotaOrRate(): Promise<PauseReason> {
  const isDayOver = await sendQuota(0).then(
    ({ leftOf24Hours }) => leftOf24Hours === 0,
    () => false,
  );
  return isDayOver ? 'quota' : 'throttled';
}

const nothing = (): Promise<void> => Promise.resolve();

function summary(states: ReadonlyMap<Person, State>, stop: Stop | undefined): Mailed {
  const outcomes = new Map<string | null, Outcomes>();
  let [left, unheard] = [0, 0];
  for (const [{ variant }, state] of states) {
    if (state === 'waits' || state === 'unheard') {
      left += 1;
      unheard += state === 'unheard' ? 1 : 0;
      continue;
    }
    const key = variant?.key ?? null;
    const counts = outcomes.get(key) ?? { sent: 0, failed: 0, skipped: 0 };
    counts[state] += 1;
    outcomes.set(key, counts);
  }
  return { outcomes, left, unheard, ...(stop && { stop }) };
}
