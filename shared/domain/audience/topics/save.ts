import type { RequestContext } from '../../../core/request-context';
import { ifAbsent, ifPresent } from '../../../db/condition';
import { keys, type Key } from '../../../db/keys';
import { serviceUnavailable, retryOnConflict } from '../../../db/retry-on-conflict';
import { putItem, updateItem } from '../../../db/table';
import { toIso, nowIso, timeOfId } from '../../../core/time';
import type { Topic } from '../../../db/records/topics';

/** An undefined field keeps its stored value, or gets its default in a new topic. */
export interface NewTopic {
  key: string;
  name: string;
  description?: string | null | undefined;
  defaultSubscribed: boolean | undefined;
}

interface SaveResult {
  topic: Topic;
  isNew: boolean;
}

/** Creates the topic, or changes the existing topic with this key. */
export function saveTopic(ctx: RequestContext, input: NewTopic): Promise<SaveResult> {
  const topic = newTopic(ctx, input);
  return retryOnConflict(
    () => trySaveTopic(topic, input),
    () => serviceUnavailable('Another request is deleting the topic. Retry the request'),
  );
}

/** Returns undefined only if the topic was deleted between the two writes. */
async function trySaveTopic(topic: Topic, input: NewTopic): Promise<SaveResult | undefined> {
  const key = keys.topic(topic.workspaceId, topic.key);
  const existing = await putItem<Topic>({ ...key, ...topic }, ifAbsent);
  if (!existing) return { topic, isNew: true };
  // An earlier attempt of this request created the topic.
  if (existing.id === topic.id) return { topic: existing, isNew: true };
  const updated = await updateTopic(key, input);
  return updated && { topic: updated, isNew: false };
}

const newTopic = ({ workspaceId, operation }: RequestContext, input: NewTopic): Topic => ({
  id: operation.id,
  workspaceId,
  key: input.key,
  name: input.name,
  description: input.description ?? null,
  defaultSubscribed: input.defaultSubscribed ?? true,
  createdAt: toIso(timeOfId(operation.id)),
  updatedAt: null,
});

/** Sets the name and the other given fields. Returns undefined if the topic was deleted meanwhile. */
const updateTopic = (
  key: Key<Topic>,
  { name, description, defaultSubscribed }: NewTopic,
): Promise<Topic | undefined> =>
  updateItem(key, { set: { name, updatedAt: nowIso(), description, defaultSubscribed } }, ifPresent);
