import type { RequestContext } from '../../../core/request-context';
import { ifAbsent, ifPresent } from '../../../db/condition';
import { keys, type Key } from '../../../db/keys';
import { serviceUnavailable, retryOnConflict } from '../../../db/retry-on-conflict';
import { putItem, updateItem } from '../../../db/table';
import { toIso, nowIso, timeOfId } from '../../../core/time';
import type { Topic } from '../../../db/records/topics';

/** What is undefined stays as it is, or gets its default. */
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

/** Creates the topic, or changes the one that has the key; says which it was. */
export function saveTopic(ctx: RequestContext, input: NewTopic): Promise<SaveResult> {
  const topic = newTopic(ctx, input);
  return retryOnConflict(
    () => trySaveTopic(topic, input),
    () => serviceUnavailable('The topic is being deleted at this moment: repeat the request'),
  );
}

/** Loses only to a deletion in between. */
async function trySaveTopic(topic: Topic, input: NewTopic): Promise<SaveResult | undefined> {
  const key = keys.topic(topic.workspaceId, topic.key);
  const existing = await putItem<Topic>({ ...key, ...topic }, ifAbsent);
  if (!existing) return { topic, isNew: true };
  // An earlier attempt of this same request made it.
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

/** The name always, the others only when sent. Undefined when the topic was deleted meanwhile. */
const updateTopic = (
  key: Key<Topic>,
  { name, description, defaultSubscribed }: NewTopic,
): Promise<Topic | undefined> =>
  updateItem(key, { set: { name, updatedAt: nowIso(), description, defaultSubscribed } }, ifPresent);
