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

/**
 * The effects of each consent event (S-19 to S-22, C-16 to C-19, AU-12, SU-7, TO-11, AT-40 to AT-44): each event has
 * one function, with one line for each effect. Every source of an event calls these functions: the API, links, pages,
 * SES events and imports. All functions are idempotent. Except for the two imports, each function takes at most 25
 * addresses.
 */

/** The recipients unsubscribed from all marketing email. */
export async function handleUnsubscribe(workspaceId: string, addresses: readonly string[]): Promise<void> {
  await suppressAddresses(workspaceId, addresses, { scope: 'marketing', reason: 'unsubscribe' });
  await markUnsubscribed(workspaceId, addresses);
  await cancelScheduledForAddresses(workspaceId, addresses);
  await endEnrollmentsOf(workspaceId, addresses, { reason: 'unsubscribed' });
}

/** The contact subscribes again. Refuses with 409 if the address has a permanent bounce or a complaint. */
export async function handleResubscribe(contact: Contact): Promise<void> {
  await refusePermanentSuppression(contact.workspaceId, contact.email);
  await liftUnsubscribe(contact.workspaceId, contact.email);
  await markSubscribed(contact);
}

/** Applies opt-outs and bounces that a suppression list or an import reports from outside this service. */
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
 * Applies opt-outs of any number of addresses. All addresses are suppressed when this function returns. For many
 * addresses, background jobs cancel scheduled emails and end enrollments. Returns the number of new suppressions.
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

/** Returns the exit reason. Imported suppressions for reasons other than `unsubscribe` are bounces and complaints. */
const exitReasonOf = ({ reason }: NewSuppression) =>
  reason === 'unsubscribe' ? ('unsubscribed' as const) : ('suppressed' as const);

/** The maximum number of writes in one transaction. Large batches make imports faster. */
const suppressionsPerBatch = 100;

/** The maximum number of addresses for which no background job is needed. */
const inlineAddressesMax = 25;

/**
 * The workspace suppresses the addresses. An opt-out cancels emails scheduled to them. After any other suppression,
 * scheduled emails are skipped when due.
 */
export function handleSuppression(
  workspaceId: string,
  addresses: readonly string[],
  newSuppression: NewSuppression,
): Promise<Suppression | undefined> {
  return newSuppression.reason === 'unsubscribe'
    ? applyExternalOptOut(workspaceId, addresses, newSuppression)
    : suppressAddresses(workspaceId, addresses, newSuppression);
}

/** The receiving server permanently rejected an email to the addresses. */
export async function handlePermanentBounce(
  workspaceId: string,
  addresses: readonly string[],
): Promise<void> {
  await suppressAddresses(workspaceId, addresses, { scope: 'all', reason: 'hard_bounce' });
}

/** The recipients marked an email as spam. */
export async function handleComplaint(workspaceId: string, addresses: readonly string[]): Promise<void> {
  await suppressAddresses(workspaceId, addresses, { scope: 'all', reason: 'complaint' });
}

/** Allows email to the addresses again in this scope. Returns the number of lifted suppressions. */
export function handleSuppressionLift(
  workspaceId: string,
  addresses: readonly string[],
  scope: SuppressionScope,
): Promise<number> {
  return liftSuppressions(workspaceId, addresses, scope);
}

/**
 * The recipient chose topics. Refuses an unknown topic with 422 `unknown_topic`. If `mayBeGone` is true, the function
 * instead stores no choice for the unknown topic, but cancels emails scheduled with the topic.
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

/** Stores the choice of many addresses for one topic. */
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

/** Ends enrollments in the background job of an import. */
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

/** The recipient replied. `at` is the time of the reply in ISO 8601. Not called for automated replies. */
export const handleReply = (workspaceId: string, address: string, at: string): Promise<void> =>
  endEnrollmentsOf(workspaceId, [address], {
    at,
    reason: ({ exitOnReply }) => (exitOnReply ? 'replied' : undefined),
  });

/** A request changed the contact's tags. Checks all current tags, so that a retry also ends the enrollments. */
export const handleTagChange = ({ workspaceId, email, tags = new Set() }: Contact): Promise<void> =>
  endEnrollmentsOf(workspaceId, [email], { reason: (automation) => findTagExit(automation, tags) });
