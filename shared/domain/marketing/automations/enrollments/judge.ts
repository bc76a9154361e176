import { isUuid } from '../../../../db/cursor';
import { keys } from '../../../../db/keys';
import { lookUpItems } from '../../../../db/table';
import type { Automation } from '../../../../db/records/automations';
import { contactsWithAddresses } from '../../../audience/contacts/find';
import type { Contact } from '../../../../db/records/contacts';
import { refusingKeys } from '../../../audience/suppressions/refusing-keys';
import { isSubscribed } from '../../../audience/topics/preferences';
import type { Preference, Topic } from '../../../../db/records/topics';
import { enrolmentKey } from './find';
import type { Enrolment } from '../../../../db/records/enrollments';

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

/** What is known of people without knowing the automation's rules. */
type Standing = Pick<Person, 'isSuppressed' | 'last'>;

/** Reads it for bare addresses, in one round trip. */
export async function readStandings(
  ws: string,
  automationId: string,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, Standing>> {
  // What is no id may be longer than a key of the table.
  if (!isUuid(automationId)) return new Map();
  const keyOf = (email: string) => enrolmentKey({ workspaceId: ws, email, automationId });
  const found = await lookUpItems(
    addresses.flatMap((email) => [...refusingKeys(ws, email, 'marketing'), keyOf(email)]),
  );
  return new Map(
    addresses.map((email) => [
      email,
      {
        isSuppressed: refusingKeys(ws, email, 'marketing').some((key) => found(key) !== undefined),
        last: found<Enrolment>(keyOf(email)),
      },
    ]),
  );
}

/** Reads what there is to know of the people; only a topic and tags take round trips of their own. */
export async function readCandidates(
  automation: Automation,
  addresses: readonly string[],
  known?: ReadonlyMap<string, Standing>,
): Promise<Candidates> {
  const { workspaceId: ws, id, topicKey } = automation;
  const [standings, wishes, contacts] = await Promise.all([
    known ?? readStandings(ws, id, addresses),
    topicKey === null ? undefined : readWishes(ws, topicKey, addresses),
    asksForTags(automation) ? readContacts(ws, addresses) : new Map<string, Contact>(),
  ]);
  return {
    automation,
    isTopicGone: wishes !== undefined && !wishes.topic,
    people: addresses.map((address) => ({
      isSuppressed: false,
      last: undefined,
      ...standings.get(address),
      address,
      wantsTopic: wishes?.wants(address) ?? true,
      tags: contacts.get(address)?.tags ?? new Set(),
    })),
  };
}

/** The topic, and who wants mail of it. */
async function readWishes(ws: string, topicKey: string, addresses: readonly string[]) {
  const keyOf = (address: string) => keys.preference(ws, address, topicKey);
  const found = await lookUpItems([keys.topic(ws, topicKey), ...addresses.map(keyOf)]);
  const topic = found<Topic>(keys.topic(ws, topicKey));
  return {
    topic,
    wants: (address: string) => topic !== undefined && isSubscribed(topic, found<Preference>(keyOf(address))),
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

async function readContacts(ws: string, addresses: readonly string[]): Promise<ReadonlyMap<string, Contact>> {
  return (await contactsWithAddresses(ws, addresses)).contacts;
}
