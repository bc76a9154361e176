import { chunksOf } from '../../../core/chunks';
import { keys } from '../../../db/keys';
import { partitionQuery } from '../../../db/query';
import { putItems, queryAll, type Item } from '../../../db/table';
import { ApiError } from '../../../core/errors';
import { forEachRateLimited } from '../../../async/for-each-rate-limited';
import { comparableAddress } from '../../../text/address';
import { isTooLongForAddress, normalizeAddress } from '../../../text/mailbox';
import { listTopics } from './find';
import type { Preference, Topic } from '../../../db/records/topics';

/** A topic and whether an address receives it. */
export interface TopicSubscription {
  topic: Topic;
  subscribed: boolean;
}

/** The address's own choice, or the topic's default if there is no choice. */
export const isSubscribed = (topic: Topic, preference: Preference | undefined): boolean =>
  preference?.topicId === topic.id ? preference.subscribed : topic.defaultSubscribed;

/** Loads all topics by name, and whether the address receives them. Ignores suppressions. */
export async function loadTopicSubscriptions(
  workspaceId: string,
  email: string,
): Promise<TopicSubscription[]> {
  const [topics, preferences] = await Promise.all([
    listTopics(workspaceId),
    listStoredPreferences(workspaceId, email),
  ]);
  const byKey = new Map(preferences.map((preference) => [preference.topicKey, preference]));
  return topics.map((topic) => ({ topic, subscribed: isSubscribed(topic, byKey.get(topic.key)) }));
}

/**
 * Stores choices by topic key. An unknown key is skipped if `skipsUnknown` is true. Otherwise the request is refused
 * with 422 `unknown_topic`, and nothing is stored.
 */
export async function storeTopicChoices(
  workspaceId: string,
  address: string,
  choices: Readonly<Record<string, boolean>>,
  skipsUnknown: boolean,
): Promise<void> {
  const topics = new Map((await listTopics(workspaceId)).map((topic) => [topic.key, topic]));
  const preferences = Object.entries(choices).flatMap(([key, subscribed]) => {
    const topic = topics.get(key);
    if (!topic && !skipsUnknown) throw unknownTopicError(key);
    return topic ? [preferenceItem(topic, address, subscribed)] : [];
  });
  await putItems(preferences);
}

/** The maximum number of records in one DynamoDB batch write. */
const chunkSize = 25;

/**
 * A new on-demand table accepts 4,000 writes per second until its traffic grows. At 3,000, the largest import takes 17
 * seconds and leaves capacity for sending.
 */
const rateLimit = { concurrencyMax: 10, perSecondMax: 3_000 / chunkSize };

/** Stores one choice for many addresses. After a failure, the choices that were already stored remain. */
export const storeTopicChoiceForMany = (
  topic: Topic,
  addresses: readonly string[],
  subscribed: boolean,
): Promise<void> =>
  forEachRateLimited(chunksOf(addresses, chunkSize), rateLimit, (chunk) =>
    putItems(chunk.map((address) => preferenceItem(topic, address, subscribed))),
  );

const preferenceItem = (topic: Topic, address: string, subscribed: boolean): Item<Preference> => ({
  ...keys.preference(topic.workspaceId, normalizeAddress(address), topic.key),
  topicId: topic.id,
  topicKey: topic.key,
  subscribed,
});

async function listStoredPreferences(workspaceId: string, email: string): Promise<Preference[]> {
  if (isTooLongForAddress(email)) return [];
  const { pk } = keys.preference(workspaceId, comparableAddress(email), '');
  return queryAll<Preference>(partitionQuery(pk));
}

const keyLengthMax = 100;

const unknownTopicError = (key: string) =>
  new ApiError('unknown_topic', `topics.${key.slice(0, keyLengthMax)}: No such topic`);
