import { ifPresent } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { inPartition } from '../../../db/query';
import { getItems, lookUpItems, queryAll, updateItem, type Item } from '../../../db/table';
import { runPaced } from '../../../async/run-paced';
import type { Preference } from '../../../db/records/topics';
import { contactsWithAddresses } from './find';
import type { Contact } from '../../../db/records/contacts';

/** What a contact shows of what its address chose. */
export type Choices = Pick<Contact, 'topicsIn' | 'topicsOut'>;

/** What the addresses chose about the topics, by address. */
export async function choicesOf(
  workspaceId: string,
  addresses: readonly string[],
  topicKeys: readonly string[],
): Promise<ReadonlyMap<string, Choices>> {
  const places = addresses.flatMap((address) =>
    topicKeys.map((key) => ({ address, at: keys.preference(workspaceId, address, key) })),
  );
  const chosenAt = new Map<string, Preference[]>();
  for (const preference of await getItems<Preference>(places.map(({ at }) => at)))
    chosenAt.set(preference.pk, [...(chosenAt.get(preference.pk) ?? []), preference]);
  return new Map(places.map(({ address, at }) => [address, shownOf(chosenAt.get(at.pk) ?? [])]));
}

/** The same of one address, about whatever it chose: a topic that is gone is nobody's. */
export const choicesOfOne = async (workspaceId: string, address: string): Promise<Choices> =>
  shownOf(await queryAll<Preference>(inPartition(keys.preference(workspaceId, address, '').pk)));

function shownOf(chosen: readonly Preference[]): Choices {
  const [topicsIn, topicsOut] = [true, false].map(
    (side) => new Set(chosen.filter(({ subscribed }) => subscribed === side).map(({ topicId }) => topicId)),
  );
  return { ...(topicsIn?.size && { topicsIn }), ...(topicsOut?.size && { topicsOut }) };
}

const pace = { atOnceMax: 10, perSecondMax: 1_000 };

/**
 * Shows on contacts what their addresses chose about a topic, where a segment looks for it. What the choices are is read
 * anew, so that the last one counts however late this comes. Whoever makes a contact does the same, and both write
 * before they read: one of them sees what the other wrote.
 */
export async function showChoices(
  workspaceId: string,
  addresses: readonly string[],
  topicKeys: readonly string[],
): Promise<void> {
  if (addresses.length === 0 || topicKeys.length === 0) return;
  const { contacts } = await contactsWithAddresses(workspaceId, addresses);
  const people = [...contacts.values()];
  const places = people.flatMap((contact) =>
    topicKeys.map((key) => ({ contact, at: keys.preference(workspaceId, contact.email, key) })),
  );
  const chosen = await getItems<Preference>(places.map(({ at }) => at));
  const contactAt = new Map(places.map(({ contact, at }) => [at.pk, contact]));
  let unshown: readonly Chosen[] = chosen.flatMap((preference) => {
    const contact = contactAt.get(preference.pk);
    return contact && !isShown(contact, preference) ? [{ contact, preference }] : [];
  });
  while (unshown.length > 0) {
    await runPaced(unshown, pace, ({ contact, preference }) => show(contact, preference));
    unshown = await chosenMeanwhile(unshown);
  }
}

interface Chosen {
  contact: Contact;
  preference: Item<Preference>;
}

/** To show thousands takes seconds: who chose otherwise in between was shown too early, and that is overwritten. */
async function chosenMeanwhile(shown: readonly Chosen[]): Promise<Chosen[]> {
  const latestOf = await lookUpItems(shown.map(({ preference }) => preference));
  return shown.flatMap(({ contact, preference }) => {
    const latest = latestOf<Preference>(preference);
    return latest && latest.subscribed !== preference.subscribed ? [{ contact, preference: latest }] : [];
  });
}

const isShown = ({ topicsIn, topicsOut }: Contact, { topicId, subscribed }: Preference): boolean =>
  Boolean((subscribed ? topicsIn : topicsOut)?.has(topicId)) &&
  !(subscribed ? topicsOut : topicsIn)?.has(topicId);

async function show({ workspaceId, id }: Contact, { topicId, subscribed }: Preference): Promise<void> {
  const topic = new Set([topicId]);
  await updateItem<Contact>(
    keys.contact(workspaceId, id),
    {
      add: { [subscribed ? 'topicsIn' : 'topicsOut']: topic },
      takeOut: { [subscribed ? 'topicsOut' : 'topicsIn']: topic },
    },
    ifPresent,
  );
}
