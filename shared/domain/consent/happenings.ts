import { withdrawFromPending, withdrawFromTopics } from '../send/scheduling/withdraw';
import { showChoices } from '../audience/contacts/choices';
import { markSubscribed, markUnsubscribed } from '../audience/contacts/flag';
import type { Contact } from '../../db/records/contacts';
import { endEnrolments, type Exit } from '../marketing/automations/enrollments/end';
import { tagExit } from '../marketing/automations/enrollments/judge';
import { followUpEach } from '../platform/background-jobs/follow-up';
import type { FollowedExit } from '../platform/background-jobs/job';
import { liftSuppressions, liftUnsubscribe } from '../audience/suppressions/lift';
import { refuseGrave } from '../audience/suppressions/refuse-grave';
import type { NewSuppression, Suppression, SuppressionScope } from '../../db/records/suppressions';
import { suppress, suppressSeveral } from '../audience/suppressions/suppress';
import { choose, chooseForMany } from '../audience/topics/preferences';
import type { Topic } from '../../db/records/topics';
import { distinctAddresses } from '../../text/address';
import { bareAddress } from '../../text/mailbox';
import { nowIso } from '../../core/time';
import { inParts } from './in-parts';

/*
 * What can happen to people, and everybody who must hear of it: contract.md 4.20, a function for each row and a line
 * for each cell. Whatever the cause (the API, a link, a page, an event, an import), it goes through here. Addresses
 * come in parts of 25 at most, but for `manyChose`. What is done twice changes nothing.
 */

/** They said that they want no marketing mail any more. */
export async function unsubscribed(workspaceId: string, addresses: readonly string[]): Promise<void> {
  await suppress(workspaceId, addresses, { scope: 'marketing', reason: 'unsubscribe' });
  await markUnsubscribed(workspaceId, addresses);
  await withdrawFromPending(workspaceId, addresses);
  await endEnrolments(workspaceId, addresses, { reason: 'unsubscribed' });
}

/** They want it again. Where their server refused mail for good, or they complained, that stays: 409. */
export async function resubscribed(contact: Contact): Promise<void> {
  await refuseGrave(contact.workspaceId, contact.email);
  await liftUnsubscribe(contact.workspaceId, contact.email);
  await markSubscribed(contact);
}

/** Another service knew that they want no mail, or get none: a list or an import says so. */
async function optedOutElsewhere(
  workspaceId: string,
  addresses: readonly string[],
  wanted: NewSuppression,
): Promise<Suppression | undefined> {
  const row = await suppress(workspaceId, addresses, wanted);
  await withdrawFromPending(workspaceId, addresses);
  await endEnrolments(workspaceId, addresses, { reason: exitReasonOf(wanted) });
  return row;
}

/**
 * The same of any number of people. All are suppressed when this ends; where they are many, what is scheduled to them is
 * withdrawn, and what they are in ends, a moment later. Returns how many had no such suppression before.
 */
export async function manyOptedOutElsewhere(
  workspaceId: string,
  addresses: readonly string[],
  wanted: NewSuppression,
): Promise<number> {
  let created = 0;
  const emails = distinctAddresses(addresses);
  await inParts(
    emails,
    async (part) => {
      const newOnes = await suppressSeveral(workspaceId, part, wanted);
      created += newOnes;
    },
    manyAtOnce,
  );
  const reason = exitReasonOf(wanted);
  if (emails.length <= fewPeople) {
    await withdrawFromPending(workspaceId, emails);
    await endEnrolments(workspaceId, emails, { reason });
  } else {
    const exit = { reason, at: nowIso() };
    await followUpEach({ job: 'withdrawFromPending', workspaceId, addresses: emails });
    await followUpEach({ job: 'endEnrolments', workspaceId, addresses: emails, exit });
  }
  return created;
}

/** An import says of others that their mail bounced, or that they complained. */
const exitReasonOf = ({ reason }: NewSuppression) =>
  reason === 'unsubscribe' ? ('unsubscribed' as const) : ('suppressed' as const);

/** What one transaction takes: an import is in a hurry. */
const manyAtOnce = 100;

/** So many are withdrawn while somebody waits. */
const fewPeople = 25;

/** Somebody decided that they get no mail. What is scheduled to them is dropped when it is due. */
export function suppressed(
  workspaceId: string,
  addresses: readonly string[],
  wanted: NewSuppression,
): Promise<Suppression | undefined> {
  return wanted.reason === 'unsubscribe'
    ? optedOutElsewhere(workspaceId, addresses, wanted)
    : suppress(workspaceId, addresses, wanted);
}

/** The receiving server refused mail to them for good. */
export async function bounced(workspaceId: string, addresses: readonly string[]): Promise<void> {
  await suppress(workspaceId, addresses, { scope: 'all', reason: 'hard_bounce' });
}

/** They called a mail spam. */
export async function complained(workspaceId: string, addresses: readonly string[]): Promise<void> {
  await suppress(workspaceId, addresses, { scope: 'all', reason: 'complaint' });
}

/** They may be mailed again, in this scope. Returns how many suppressions there were. */
export function lifted(
  workspaceId: string,
  addresses: readonly string[],
  scope: SuppressionScope,
): Promise<number> {
  return liftSuppressions(workspaceId, addresses, scope);
}

/**
 * Somebody chose which topics to get mail about. One that there is not is 422 `unknown_topic`, unless it may be gone by
 * now: then nothing is left to choose about it, but mail that was scheduled under it does not go out.
 */
export async function chose(
  workspaceId: string,
  address: string,
  choices: Readonly<Record<string, boolean>>,
  { mayBeGone = false } = {},
): Promise<void> {
  await choose(workspaceId, address, choices, mayBeGone);
  await showChoices(workspaceId, [bareAddress(address)], Object.keys(choices));
  const optedOut = Object.keys(choices).filter((key) => choices[key] === false);
  await withdrawFromTopics(workspaceId, [address], optedOut);
  if (optedOut.length > 0) await endEnrolments(workspaceId, [address], topicExit(optedOut));
}

const topicExit = (topicKeys: readonly string[]): Exit => ({
  reason: ({ topicKey }) =>
    topicKey !== null && topicKeys.includes(topicKey) ? 'unsubscribed_from_topic' : undefined,
});

/** The same, for many people and one topic. */
export async function manyChose(
  topic: Topic,
  addresses: readonly string[],
  subscribed: boolean,
): Promise<void> {
  const { workspaceId } = topic;
  await chooseForMany(topic, addresses, subscribed);
  await followUpEach({
    job: 'showChoices',
    workspaceId,
    topicKey: topic.key,
    addresses: addresses.map(bareAddress),
  });
  if (subscribed) return;
  await withdrawFromTopics(workspaceId, addresses, [topic.key]);
  if (addresses.length <= fewPeople) return endEnrolments(workspaceId, addresses, topicExit([topic.key]));
  const exit = { reason: 'unsubscribed_from_topic' as const, at: nowIso(), topicKey: topic.key };
  await followUpEach({ job: 'endEnrolments', workspaceId, addresses: addresses.map(bareAddress), exit });
}

/** What follows of an exit of many people. */
export const manyLeft = (
  workspaceId: string,
  addresses: readonly string[],
  exit: FollowedExit,
): Promise<void> =>
  endEnrolments(
    workspaceId,
    addresses,
    exit.reason === 'unsubscribed_from_topic' ? { ...topicExit([exit.topicKey]), at: exit.at } : exit,
  );

/** They wrote to us at that time, in person: ISO 8601. */
export const replied = (workspaceId: string, address: string, at: string): Promise<void> =>
  endEnrolments(workspaceId, [address], {
    at,
    reason: ({ exitOnReply }) => (exitOnReply ? 'replied' : undefined),
  });

/** Their tags were changed by somebody who looks at them: what they now carry decides, so that a repetition ends it too. */
export const retagged = ({ workspaceId, email, tags = new Set() }: Contact): Promise<void> =>
  endEnrolments(workspaceId, [email], { reason: (automation) => tagExit(automation, tags) });
