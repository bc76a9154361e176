import { keys } from '../../../db/keys';
import { partitionQuery } from '../../../db/query';
import { getItem, queryAll } from '../../../db/table';
import { ApiError, notFound } from '../../../core/errors';
import type { Topic } from '../../../db/records/topics';
import { isTopicKey } from '../../../text/topic-key';

export async function findTopic(workspaceId: string, key: string): Promise<Topic | undefined> {
  return isTopicKey(key) ? getItem(keys.topic(workspaceId, key)) : undefined;
}

export async function expectTopic(workspaceId: string, key: string): Promise<Topic> {
  const topic = await findTopic(workspaceId, key);
  if (!topic) throw notFound('topic');
  return topic;
}

/** Refuses an unknown topic in the request body with 422. */
export async function refuseUnknownTopic(workspaceId: string, key: string): Promise<void> {
  if (await findTopic(workspaceId, key)) return;
  throw new ApiError('unknown_topic', `topic_key: No such topic: ${key.slice(0, 100)}`);
}

/** Every topic of the workspace, by name. */
export async function listTopics(workspaceId: string): Promise<Topic[]> {
  const topics = await queryAll<Topic>(partitionQuery(keys.topic(workspaceId, '').pk));
  // The query returns topics in key order. The sort is stable, so topics with equal names stay in key order.
  return topics.sort((a, b) => byName.compare(a.name, b.name));
}

const byName = new Intl.Collator('en');
