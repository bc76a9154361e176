import { ifPresent } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { partitionQuery } from '../../../db/query';
import { getItems, loadItemLookup, queryAll, updateItem, type Item } from '../../../db/table';
import { forEachRateLimited } from '../../../async/for-each-rate-limited';
import type { Preference } from '../../../db/records/topics';
import { findContactsByAddress } from './find';
import type { Contact } from '../../../db/records/contacts';

/** A contact's copy of the topic choices of its address. */
export type TopicChoices = Pick<Contact, 'topicsIn' | 'topicsOut'>;

/** Loads the choices of the addresses for these topics, by address. */
export async function loadTopicChoicesByAddress(
  workspaceId: string,
  addresses: readonly string[],
  topicKeys: readonly string[],
): Promise<ReadonlyMap<string, TopicChoices>> {
  const preferenceKeys = addresses.flatMap((address) =>
    topicKeys.map((key) => ({ address, itemKey: keys.preference(workspaceId, address, key) })),
  );
  const preferencesByPartition = new Map<string, Preference[]>();
  for (const preference of await getItems(preferenceKeys.map(({ itemKey }) => itemKey)))
    preferencesByPartition.set(preference.pk, [
      ...(preferencesByPartition.get(preference.pk) ?? []),
      preference,
    ]);
  return new Map(
    preferenceKeys.map(({ address, itemKey }) => [
      address,
      toTopicChoices(preferencesByPartition.get(itemKey.pk) ?? []),
    ]),
  );
}

/** Loads all topic choices of one address. Choices for deleted topics have no effect. */
export const loadTopicChoices = async (workspaceId: string, address: string): Promise<TopicChoices> =>
  toTopicChoices(await queryAll<Preference>(partitionQuery(keys.preference(workspaceId, address, '').pk)));

function toTopicChoices(preferences: readonly Preference[]): TopicChoices {
  const [topicsIn, topicsOut] = [true, false].map(
    (isSubscribed) =>
      new Set(
        preferences.filter(({ subscribed }) => subscribed === isSubscribed).map(({ topicId }) => topicId),
      ),
  );
  return { ...(topicsIn?.size && { topicsIn }), ...(topicsOut?.size && { topicsOut }) };
}

const rateLimit = { concurrencyMax: 10, perSecondMax: 1_000 };

/**
 * Copies the topic choices of addresses to their contacts, where segments search them. Reads the current choices, so
 * the latest choice wins even if this function runs late. Creating a contact also copies the choices. This function and
 * the creation of a contact each write before they read, so at least one of the two sees the other's write.
 */
export async function syncTopicChoices(
  workspaceId: string,
  addresses: readonly string[],
  topicKeys: readonly string[],
): Promise<void> {
  if (addresses.length === 0 || topicKeys.length === 0) return;
  const { contacts } = await findContactsByAddress(workspaceId, addresses);
  const contactList = [...contacts.values()];
  const preferenceKeys = contactList.flatMap((contact) =>
    topicKeys.map((key) => ({ contact, itemKey: keys.preference(workspaceId, contact.email, key) })),
  );
  const preferences = await getItems(preferenceKeys.map(({ itemKey }) => itemKey));
  const contactByPartition = new Map(preferenceKeys.map(({ contact, itemKey }) => [itemKey.pk, contact]));
  let outdated: readonly ContactPreference[] = preferences.flatMap((preference) => {
    const contact = contactByPartition.get(preference.pk);
    return contact && !isSynced(contact, preference) ? [{ contact, preference }] : [];
  });
  while (outdated.length > 0) {
    await forEachRateLimited(outdated, rateLimit, ({ contact, preference }) =>
      syncChoice(contact, preference),
    );
    outdated = await listChangedMeanwhile(outdated);
  }
}

interface ContactPreference {
  contact: Contact;
  preference: Item<Preference>;
}

/**
 * Returns the choices that changed during copying and must be copied again. Copying thousands of choices takes seconds,
 * during which choices can change.
 */
async function listChangedMeanwhile(synced: readonly ContactPreference[]): Promise<ContactPreference[]> {
  const findLatest = await loadItemLookup(synced.map(({ preference }) => preference));
  return synced.flatMap(({ contact, preference }) => {
    const latest = findLatest(preference);
    return latest && latest.subscribed !== preference.subscribed ? [{ contact, preference: latest }] : [];
  });
}

const isSynced = ({ topicsIn, topicsOut }: Contact, { topicId, subscribed }: Preference): boolean =>
  Boolean((subscribed ? topicsIn : topicsOut)?.has(topicId)) &&
  !(subscribed ? topicsOut : topicsIn)?.has(topicId);

async function syncChoice({ workspaceId, id }: Contact, { topicId, subscribed }: Preference): Promise<void> {
  const topic = new Set([topicId]);
  await updateItem(
    keys.contact(workspaceId, id),
    subscribed
      ? { add: { topicsIn: topic }, deleteFromSet: { topicsOut: topic } }
      : { add: { topicsOut: topic }, deleteFromSet: { topicsIn: topic } },
    ifPresent,
  );
}
