import { keys } from '../../../db/keys';
import { partitionQuery } from '../../../db/query';
import { getItem, queryAll } from '../../../db/table';
import { ApiError, notFound } from '../../../core/errors';
import type { Topic } from '../../../db/records/topics';
import { isTopicKey } from '../../../text/topic-key';

/** The topic with this key, or undefined when the workspace has none. */
export async function findTopic(workspaceId: string, key: string): Promise<Topic | undefined> {
  return isTopicKey(key) ? getItem(keys.topic(workspaceId, key)) : undefined;
}

export async function expectTopic(workspaceId: string, key: string): Promise<Topic> {
  const topic = await findTopic(workspaceId, key);
  if (!topic) throw notFound('topic');
  return topic;
}

/** 422 where a field of a body names a topic that there is not. */
export async function refuseUnknownTopic(workspaceId: string, key: string): Promise<void> {
  if (await findTopic(workspaceId, key)) return;
  throw new ApiError('unknown_topic', `topic_key: there is no topic ${key.slice(0, 100)}`);
}

/** Every topic of the workspace, by name. */
export async function listTopics(workspaceId: string): Promise<Topic[]> {
  const topics = await queryAll<Topic>(partitionQuery(keys.topic(workspaceId, '').pk));
  // They come by key, which decides between equal names.
  return topics.sort((a, b) => byName.compare(a.name, b.name));
}

const byName = new Intl.Collator('en');
