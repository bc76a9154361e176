import { keys } from '../../db/keys';
import { putItems, queryAll, type Item } from '../../db/table';
import { ApiError } from '../../errors';
import { comparableAddress } from '../../text/address';
import { isTooLongForAddress, bareAddress } from '../../text/mailbox';
import { allTopics } from './find';
import type { Preference, Topic } from './record';

/** A topic and whether somebody gets its mail. */
export interface Choice {
  topic: Topic;
  subscribed: boolean;
}

/** The own choice, else the topic's default. */
export const isSubscribed = (topic: Topic, preference: Preference | undefined): boolean =>
  preference?.topicId === topic.id ? preference.subscribed : topic.defaultSubscribed;

/** Every topic by name, and whether the address gets its mail; suppressions are not looked at. */
export async function preferencesOf(workspaceId: string, email: string): Promise<Choice[]> {
  const [topics, preferences] = await Promise.all([
    allTopics(workspaceId),
    storedPreferences(workspaceId, email),
  ]);
  const byKey = new Map(preferences.map((preference) => [preference.topicKey, preference]));
  return topics.map((topic) => ({ topic, subscribed: isSubscribed(topic, byKey.get(topic.key)) }));
}

/** Stores the choices by topic key; one unknown key is 422 `unknown_topic`, and nothing is stored. */
export async function savePreferences(
  workspaceId: string,
  email: string,
  choices: Readonly<Record<string, boolean>>,
): Promise<void> {
  const topics = new Map((await allTopics(workspaceId)).map((topic) => [topic.key, topic]));
  const preferences = Object.entries(choices).map(([key, subscribed]) => {
    const topic = topics.get(key);
    if (!topic) throw unknownTopic(key);
    return preferenceItem(topic, bareAddress(email), subscribed);
  });
  await putItems(preferences);
}

/** The choice of an address, as `bareAddress` has it, ready to be written. */
export const preferenceItem = (topic: Topic, address: string, subscribed: boolean): Item<Preference> => ({
  ...keys.preference(topic.workspaceId, address, topic.key),
  topicId: topic.id,
  topicKey: topic.key,
  subscribed,
});

async function storedPreferences(workspaceId: string, email: string): Promise<Preference[]> {
  if (isTooLongForAddress(email)) return [];
  const { pk } = keys.preference(workspaceId, comparableAddress(email), '');
  return queryAll<Preference>({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': pk },
  });
}

const shownLengthMax = 100;

const unknownTopic = (key: string) =>
  new ApiError('unknown_topic', `topics.${key.slice(0, shownLengthMax)}: there is no topic with this key`);
