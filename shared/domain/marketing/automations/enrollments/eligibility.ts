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

/** Nobody can be enrolled. */
export type AutomationIneligibility = 'not_active' | 'no_steps' | 'topic_missing';

/** This person is not. */
export type ContactIneligibility =
  | 'suppressed'
  | 'unsubscribed_from_topic'
  | 'exit_tag'
  | 'required_tag_missing'
  | 'previously_enrolled'
  | 'already_enrolled';

/** What is known of a person who is to be enrolled. */
export interface Candidate {
  address: string;
  isSuppressed: boolean;
  /** They get mail of the automation's topic. */
  isSubscribedToTopic: boolean;
  tags: ReadonlySet<string>;
  /** Their last enrollment in it. */
  latestEnrollment: Enrollment | undefined;
}

/** The automation and people whom somebody wants to enrol. */
export interface EnrollmentCandidates {
  automation: Automation;
  /** The topic that the automation sends under is gone. */
  isTopicMissing: boolean;
  candidates: Candidate[];
}

/** What is known of people without knowing the automation's rules. */
type EnrollmentState = Pick<Candidate, 'isSuppressed' | 'latestEnrollment'>;

/** Reads it for bare addresses, in one round trip. */
export async function readEnrollmentStates(
  workspaceId: string,
  automationId: string,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, EnrollmentState>> {
  // What is no id may be longer than a key of the table.
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

/** Reads what there is to know of the people; only a topic and tags take round trips of their own. */
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

/** The topic, and who wants mail of it. */
async function readTopicSubscriptions(workspaceId: string, topicKey: string, addresses: readonly string[]) {
  const itemKeyOf = (address: string) => keys.preference(workspaceId, address, topicKey);
  const found = await loadItemLookup([keys.topic(workspaceId, topicKey), ...addresses.map(itemKeyOf)]);
  const topic = found(keys.topic(workspaceId, topicKey));
  return {
    topic,
    includes: (address: string) => topic !== undefined && isSubscribed(topic, found(itemKeyOf(address))),
  };
}

/** Why the person is not enrolled; undefined where they are to be. The order of the lines is that of the reasons (AT-21, AT-22). */
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

/** The tag rule that keeps somebody with these tags out. */
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
