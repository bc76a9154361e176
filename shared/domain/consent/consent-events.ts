import { cancelScheduledForAddresses, cancelScheduledForTopics } from '../send/scheduling/cancel-scheduled';
import { syncTopicChoices } from '../audience/contacts/topic-choices';
import { markSubscribed, markUnsubscribed } from '../audience/contacts/mark-subscription';
import type { Contact } from '../../db/records/contacts';
import { endEnrollmentsOf, type Exit } from '../marketing/automations/enrollments/end-enrollments';
import { findTagExit } from '../marketing/automations/enrollments/eligibility';
import { enqueueForAddresses } from '../platform/background-jobs/enqueue-jobs';
import type { EnrollmentExit } from '../platform/background-jobs/job';
import { liftSuppressions, liftUnsubscribe } from '../audience/suppressions/lift';
import { refusePermanentSuppression } from '../audience/suppressions/refuse-permanent-suppression';
import type { NewSuppression, Suppression, SuppressionScope } from '../../db/records/suppressions';
import { suppressAddresses, suppressMany } from '../audience/suppressions/suppress';
import { storeTopicChoices, storeTopicChoiceForMany } from '../audience/topics/preferences';
import type { Topic } from '../../db/records/topics';
import { distinctAddresses } from '../../text/address';
import { normalizeAddress } from '../../text/mailbox';
import { nowIso } from '../../core/time';
import { forEachAddressBatch } from './for-each-address-batch';

/*
 * What can happen to people, and everybody who must hear of it: the effects of each event (S-19 to S-22, C-16 to C-19, AU-12, SU-7, TO-11, AT-40 to AT-44), a function for each row and a line
 * for each cell. Whatever the cause (the API, a link, a page, an event, an import), it goes through here. Addresses
 * come in parts of 25 at most, but for `importTopicChoices`. What is done twice changes nothing.
 */

/** They said that they want no marketing mail any more. */
export async function handleUnsubscribe(workspaceId: string, addresses: readonly string[]): Promise<void> {
  await suppressAddresses(workspaceId, addresses, { scope: 'marketing', reason: 'unsubscribe' });
  await markUnsubscribed(workspaceId, addresses);
  await cancelScheduledForAddresses(workspaceId, addresses);
  await endEnrollmentsOf(workspaceId, addresses, { reason: 'unsubscribed' });
}

/** They want it again. Where their server refused mail for good, or they complained, that stays: 409. */
export async function handleResubscribe(contact: Contact): Promise<void> {
  await refusePermanentSuppression(contact.workspaceId, contact.email);
  await liftUnsubscribe(contact.workspaceId, contact.email);
  await markSubscribed(contact);
}

/** Another service knew that they want no mail, or get none: a list or an import says so. */
async function applyExternalOptOut(
  workspaceId: string,
  addresses: readonly string[],
  newSuppression: NewSuppression,
): Promise<Suppression | undefined> {
  const suppression = await suppressAddresses(workspaceId, addresses, newSuppression);
  await cancelScheduledForAddresses(workspaceId, addresses);
  await endEnrollmentsOf(workspaceId, addresses, { reason: exitReasonOf(newSuppression) });
  return suppression;
}

/**
 * The same of any number of people. All are suppressed when this ends; where they are many, what is scheduled to them is
 * withdrawn, and what they are in ends, a moment later. Returns how many had no such suppression before.
 */
export async function importOptOuts(
  workspaceId: string,
  addresses: readonly string[],
  newSuppression: NewSuppression,
): Promise<number> {
  let created = 0;
  const emails = distinctAddresses(addresses);
  await forEachAddressBatch(
    emails,
    async (batch) => {
      const createdInBatch = await suppressMany(workspaceId, batch, newSuppression);
      created += createdInBatch;
    },
    suppressionsPerBatch,
  );
  const reason = exitReasonOf(newSuppression);
  if (emails.length <= inlineAddressesMax) {
    await cancelScheduledForAddresses(workspaceId, emails);
    await endEnrollmentsOf(workspaceId, emails, { reason });
  } else {
    const exit = { reason, at: nowIso() };
    await enqueueForAddresses({ job: 'cancelScheduledMail', workspaceId, addresses: emails });
    await enqueueForAddresses({ job: 'endEnrollments', workspaceId, addresses: emails, exit });
  }
  return created;
}

/** An import says of others that their mail bounced, or that they complained. */
const exitReasonOf = ({ reason }: NewSuppression) =>
  reason === 'unsubscribe' ? ('unsubscribed' as const) : ('suppressed' as const);

/** What one transaction takes: an import is in a hurry. */
const suppressionsPerBatch = 100;

/** So many are withdrawn while somebody waits. */
const inlineAddressesMax = 25;

/** Somebody decided that they get no mail. What is scheduled to them is dropped when it is due. */
export function handleSuppression(
  workspaceId: string,
  addresses: readonly string[],
  newSuppression: NewSuppression,
): Promise<Suppression | undefined> {
  return newSuppression.reason === 'unsubscribe'
    ? applyExternalOptOut(workspaceId, addresses, newSuppression)
    : suppressAddresses(workspaceId, addresses, newSuppression);
}

/** The receiving server refused mail to them for good. */
export async function handlePermanentBounce(
  workspaceId: string,
  addresses: readonly string[],
): Promise<void> {
  await suppressAddresses(workspaceId, addresses, { scope: 'all', reason: 'hard_bounce' });
}

/** They called a mail spam. */
export async function handleComplaint(workspaceId: string, addresses: readonly string[]): Promise<void> {
  await suppressAddresses(workspaceId, addresses, { scope: 'all', reason: 'complaint' });
}

/** They may be mailed again, in this scope. Returns how many suppressions there were. */
export function handleSuppressionLift(
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
export async function handleTopicChoices(
  workspaceId: string,
  address: string,
  choices: Readonly<Record<string, boolean>>,
  { mayBeGone: mayBeDeleted = false } = {},
): Promise<void> {
  await storeTopicChoices(workspaceId, address, choices, mayBeDeleted);
  await syncTopicChoices(workspaceId, [normalizeAddress(address)], Object.keys(choices));
  const optedOut = Object.keys(choices).filter((key) => choices[key] === false);
  await cancelScheduledForTopics(workspaceId, [address], optedOut);
  if (optedOut.length > 0) await endEnrollmentsOf(workspaceId, [address], buildTopicExit(optedOut));
}

const buildTopicExit = (topicKeys: readonly string[]): Exit => ({
  reason: ({ topicKey }) =>
    topicKey !== null && topicKeys.includes(topicKey) ? 'unsubscribed_from_topic' : undefined,
});

/** The same, for many people and one topic. */
export async function importTopicChoices(
  topic: Topic,
  addresses: readonly string[],
  subscribed: boolean,
): Promise<void> {
  const { workspaceId } = topic;
  await storeTopicChoiceForMany(topic, addresses, subscribed);
  await enqueueForAddresses({
    job: 'syncTopicChoices',
    workspaceId,
    topicKey: topic.key,
    addresses: addresses.map(normalizeAddress),
  });
  if (subscribed) return;
  await cancelScheduledForTopics(workspaceId, addresses, [topic.key]);
  if (addresses.length <= inlineAddressesMax)
    return endEnrollmentsOf(workspaceId, addresses, buildTopicExit([topic.key]));
  const exit = { reason: 'unsubscribed_from_topic' as const, at: nowIso(), topicKey: topic.key };
  await enqueueForAddresses({
    job: 'endEnrollments',
    workspaceId,
    addresses: addresses.map(normalizeAddress),
    exit,
  });
}

/** What follows of an exit of many people. */
export const endEnrollmentsForExit = (
  workspaceId: string,
  addresses: readonly string[],
  exit: EnrollmentExit,
): Promise<void> =>
  endEnrollmentsOf(
    workspaceId,
    addresses,
    exit.reason === 'unsubscribed_from_topic' ? { ...buildTopicExit([exit.topicKey]), at: exit.at } : exit,
  );

/** They wrote to us at that time, in person: ISO 8601. */
export const handleReply = (workspaceId: string, address: string, at: string): Promise<void> =>
  endEnrollmentsOf(workspaceId, [address], {
    at,
    reason: ({ exitOnReply }) => (exitOnReply ? 'replied' : undefined),
  });

/** Their tags were changed by somebody who looks at them: what they now carry decides, so that a repetition ends it too. */
export const handleTagChange = ({ workspaceId, email, tags = new Set() }: Contact): Promise<void> =>
  endEnrollmentsOf(workspaceId, [email], { reason: (automation) => findTagExit(automation, tags) });
