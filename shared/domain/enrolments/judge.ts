import { keys, type Key } from '../../db/keys';
import { getItems, type Item } from '../../db/table';
import type { Automation } from '../automations/record';
import { contactsWithAddresses } from '../contacts/find';
import type { Contact } from '../contacts/record';
import { isSubscribed } from '../topics/preferences';
import type { Preference, Topic } from '../topics/record';
import { enrolmentKey } from './find';
import type { Enrolment } from './record';

/** Nobody can be enrolled. */
export type CannotEnrol = 'not_active' | 'no_steps' | 'topic_missing';

/** This person is not. */
export type NotEnrolled =
  | 'suppressed'
  | 'unsubscribed_from_topic'
  | 'exit_tag'
  | 'required_tag_missing'
  | 'previously_enrolled'
  | 'already_enrolled';

/** What is known of a person who is to be enrolled. */
export interface Person {
  address: string;
  isSuppressed: boolean;
  /** They get mail of the automation's topic. */
  wantsTopic: boolean;
  tags: ReadonlySet<string>;
  /** Their last enrolment in it. */
  last: Enrolment | undefined;
}

/** The automation and people whom somebody wants to enrol. */
export interface Candidates {
  automation: Automation;
  /** The topic that the automation sends under is gone. */
  isTopicGone: boolean;
  people: Person[];
}

/** Reads what there is to know of the people, given as bare addresses: in one round trip, or two where tags or a topic count. */
export async function readCandidates(
  automation: Automation,
  addresses: readonly string[],
): Promise<Candidates> {
  const { workspaceId: ws, id: automationId, topicKey } = automation;
  const [found, contacts] = await Promise.all([
    readItems([
      ...(topicKey === null ? [] : [keys.topic(ws, topicKey)]),
      ...addresses.flatMap((address) => [
        ...suppressionKeys(ws, address),
        enrolmentKey({ workspaceId: ws, email: address, automationId }),
        ...(topicKey === null ? [] : [keys.preference(ws, address, topicKey)]),
      ]),
    ]),
    asksForTags(automation) ? readContacts(ws, addresses) : new Map<string, Contact>(),
  ]);
  const topic = topicKey === null ? undefined : found<Topic>(keys.topic(ws, topicKey));
  return {
    automation,
    isTopicGone: topicKey !== null && !topic,
    people: addresses.map((address) => ({
      address,
      isSuppressed: suppressionKeys(ws, address).some((key) => found(key) !== undefined),
      wantsTopic: !topic || isSubscribed(topic, found<Preference>(keys.preference(ws, address, topic.key))),
      tags: contacts.get(address)?.tags ?? new Set(),
      last: found<Enrolment>(enrolmentKey({ workspaceId: ws, email: address, automationId })),
    })),
  };
}

/** Why the person is not enrolled; undefined where they are to be. The order of the lines is contract.md's, 4.15. */
export function judge(
  { automation, isTopicGone }: Candidates,
  person: Person,
): CannotEnrol | NotEnrolled | undefined {
  if (automation.status !== 'active') return 'not_active';
  if (automation.delays.length === 0) return 'no_steps';
  if (person.isSuppressed) return 'suppressed';
  if (isTopicGone) return 'topic_missing';
  if (!person.wantsTopic) return 'unsubscribed_from_topic';
  return tagExit(automation, person.tags) ?? earlierEnrolment(automation, person);
}

/** The tag rule that keeps somebody with these tags out. */
export function tagExit(
  { exitTags, requiredTags }: Pick<Automation, 'exitTags' | 'requiredTags'>,
  tags: ReadonlySet<string>,
): 'exit_tag' | 'required_tag_missing' | undefined {
  if (exitTags.some((tag) => tags.has(tag))) return 'exit_tag';
  return requiredTags.every((tag) => tags.has(tag)) ? undefined : 'required_tag_missing';
}

export const asksForTags = ({
  exitTags,
  requiredTags,
}: Pick<Automation, 'exitTags' | 'requiredTags'>): boolean => exitTags.length > 0 || requiredTags.length > 0;

function earlierEnrolment({ reenrolment }: Automation, { last }: Person): NotEnrolled | undefined {
  if (last?.status === 'active') return 'already_enrolled';
  return last && reenrolment === 'never' ? 'previously_enrolled' : undefined;
}

/** What refuses marketing mail. */
const suppressionKeys = (ws: string, address: string): Key[] =>
  ['all', 'marketing'].map((scope) => keys.suppression(ws, address, scope));

async function readItems(wanted: readonly Key[]) {
  const items = await getItems<object>(wanted);
  const byKey = new Map(items.map((item) => [nameOf(item), item]));
  return <T>(key: Key) => byKey.get(nameOf(key)) as Item<T> | undefined;
}

const nameOf = ({ pk, sk }: Key): string => `${pk} ${sk}`;

async function readContacts(ws: string, addresses: readonly string[]): Promise<ReadonlyMap<string, Contact>> {
  return (await contactsWithAddresses(ws, addresses)).contacts;
}
