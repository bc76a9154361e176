import { isUuid } from '../../../../db/cursor';
import { keys } from '../../../../db/keys';
import { loadItemLookup } from '../../../../db/table';
import type { Automation } from '../../../../db/records/automations';
import { findContactsByAddress } from '../../../audience/contacts/find';
import type { Contact } from '../../../../db/records/contacts';
import { blockingSuppressionKeys } from '../../../audience/suppressions/blocking-suppression-keys';
import { isSubscribed } from '../../../audience/topics/preferences';
import { enrollmentKey } from './find';
import type { Enrollment } from '../../../../db/records/enrollments';

/** Why the automation accepts no enrollments. */
export type AutomationIneligibility = 'not_active' | 'no_steps' | 'topic_missing';

/** Why this contact cannot be enrolled. */
export type ContactIneligibility =
  | 'suppressed'
  | 'unsubscribed_from_topic'
  | 'exit_tag'
  | 'required_tag_missing'
  | 'previously_enrolled'
  | 'already_enrolled';

/** The data about an address that the eligibility checks need. */
export interface Candidate {
  address: string;
  isSuppressed: boolean;
  /** Whether the address receives the automation's topic. */
  isSubscribedToTopic: boolean;
  tags: ReadonlySet<string>;
  /** The address's most recent enrollment in the automation. */
  latestEnrollment: Enrollment | undefined;
}

/** An automation and the addresses to enroll in it. */
export interface EnrollmentCandidates {
  automation: Automation;
  /** Whether the automation's topic was deleted. */
  isTopicMissing: boolean;
  candidates: Candidate[];
}

/** The part of a candidate that can be read without the automation's record. */
type EnrollmentState = Pick<Candidate, 'isSuppressed' | 'latestEnrollment'>;

/** Reads the states of addresses without display names in one round trip. */
export async function readEnrollmentStates(
  workspaceId: string,
  automationId: string,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, EnrollmentState>> {
  // An `automationId` that is not a UUID may be longer than a DynamoDB key allows.
  if (!isUuid(automationId)) return new Map();
  const itemKeyOf = (email: string) => enrollmentKey({ workspaceId, email, automationId });
  const found = await loadItemLookup(
    addresses.flatMap((email) => [
      ...blockingSuppressionKeys(workspaceId, email, 'marketing'),
      itemKeyOf(email),
    ]),
  );
  return new Map(
    addresses.map((email) => [
      email,
      {
        isSuppressed: blockingSuppressionKeys(workspaceId, email, 'marketing').some(
          (key) => found(key) !== undefined,
        ),
        latestEnrollment: found(itemKeyOf(email)),
      },
    ]),
  );
}

/**
 * Reads the data for checking the addresses. A topic requires an extra read, and so do tag rules. The extra reads run
 * in parallel.
 */
export async function readCandidates(
  automation: Automation,
  addresses: readonly string[],
  knownStates?: ReadonlyMap<string, EnrollmentState>,
): Promise<EnrollmentCandidates> {
  const { workspaceId, id, topicKey } = automation;
  const [states, topicSubscriptions, contacts] = await Promise.all([
    knownStates ?? readEnrollmentStates(workspaceId, id, addresses),
    topicKey === null ? undefined : readTopicSubscriptions(workspaceId, topicKey, addresses),
    usesTagRules(automation) ? readContacts(workspaceId, addresses) : new Map<string, Contact>(),
  ]);
  return {
    automation,
    isTopicMissing: topicSubscriptions !== undefined && !topicSubscriptions.topic,
    candidates: addresses.map((address) => ({
      isSuppressed: false,
      latestEnrollment: undefined,
      ...states.get(address),
      address,
      isSubscribedToTopic: topicSubscriptions?.includes(address) ?? true,
      tags: contacts.get(address)?.tags ?? new Set(),
    })),
  };
}

/** Reads the topic, and determines which of the addresses receive the topic. */
async function readTopicSubscriptions(workspaceId: string, topicKey: string, addresses: readonly string[]) {
  const itemKeyOf = (address: string) => keys.preference(workspaceId, address, topicKey);
  const found = await loadItemLookup([keys.topic(workspaceId, topicKey), ...addresses.map(itemKeyOf)]);
  const topic = found(keys.topic(workspaceId, topicKey));
  return {
    topic,
    includes: (address: string) => topic !== undefined && isSubscribed(topic, found(itemKeyOf(address))),
  };
}

/** Returns the reason if the address cannot be enrolled. The checks run in the order of AT-21 and AT-22. */
export function findIneligibility(
  { automation, isTopicMissing }: EnrollmentCandidates,
  candidate: Candidate,
): AutomationIneligibility | ContactIneligibility | undefined {
  if (automation.status !== 'active') return 'not_active';
  if (automation.delays.length === 0) return 'no_steps';
  if (candidate.isSuppressed) return 'suppressed';
  if (isTopicMissing) return 'topic_missing';
  if (!candidate.isSubscribedToTopic) return 'unsubscribed_from_topic';
  return findTagExit(automation, candidate.tags) ?? findEarlierEnrollmentReason(automation, candidate);
}

/** The tag rule of the automation that excludes a contact with these tags. */
export function findTagExit(
  { exitTags, requiredTags }: Pick<Automation, 'exitTags' | 'requiredTags'>,
  tags: ReadonlySet<string>,
): 'exit_tag' | 'required_tag_missing' | undefined {
  if (exitTags.some((tag) => tags.has(tag))) return 'exit_tag';
  return requiredTags.every((tag) => tags.has(tag)) ? undefined : 'required_tag_missing';
}

export const usesTagRules = ({
  exitTags,
  requiredTags,
}: Pick<Automation, 'exitTags' | 'requiredTags'>): boolean => exitTags.length > 0 || requiredTags.length > 0;

function findEarlierEnrollmentReason(
  { reenrollment }: Automation,
  { latestEnrollment }: Candidate,
): ContactIneligibility | undefined {
  if (latestEnrollment?.status === 'active') return 'already_enrolled';
  return latestEnrollment && reenrollment === 'never' ? 'previously_enrolled' : undefined;
}

async function readContacts(
  workspaceId: string,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, Contact>> {
  return (await findContactsByAddress(workspaceId, addresses)).contacts;
}
