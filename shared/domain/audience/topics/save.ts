import type { Ctx } from '../../../core/ctx';
import { ifAbsent, ifPresent } from '../../../db/condition';
import { keys, type Key } from '../../../db/keys';
import { busy, untilWon } from '../../../db/race';
import { putItem, updateItem } from '../../../db/table';
import { iso, nowIso, timeOfId } from '../../../core/time';
import type { Topic } from '../../../db/records/topics';

/** What is undefined stays as it is, or gets its default. */
export interface NewTopic {
  key: string;
  name: string;
  description?: string | null | undefined;
  defaultSubscribed: boolean | undefined;
}

interface Saved {
  topic: Topic;
  isNew: boolean;
}

/** Creates the topic, or changes the one that has the key; says which it was. */
export function saveTopic(ctx: Ctx, wanted: NewTopic): Promise<Saved> {
  const topic = newTopic(ctx, wanted);
  return untilWon(
    () => saveOnce(topic, wanted),
    () => busy('The topic is being deleted at this moment: repeat the request'),
  );
}

/** Loses only to a deletion in between. */
async function saveOnce(topic: Topic, wanted: NewTopic): Promise<Saved | undefined> {
  const key = keys.topic(topic.workspaceId, topic.key);
  const existing = await putItem<Topic>({ ...key, ...topic }, ifAbsent);
  if (!existing) return { topic, isNew: true };
  // An earlier attempt of this same request made it.
  if (existing.id === topic.id) return { topic: existing, isNew: true };
  const updated = await updateTopic(key, wanted);
  return updated && { topic: updated, isNew: false };
}

const newTopic = ({ workspaceId, operation }: Ctx, wanted: NewTopic): Topic => ({
  id: operation.id,
  workspaceId,
  key: wanted.key,
  name: wanted.name,
  description: wanted.description ?? null,
  defaultSubscribed: wanted.defaultSubscribed ?? true,
  createdAt: iso(timeOfId(operation.id)),
  updatedAt: null,
});

/** The name always, the others only when sent. Undefined when the topic was deleted meanwhile. */
const updateTopic = (
  key: Key,
  { name, description, defaultSubscribed }: NewTopic,
): Promise<Topic | undefined> =>
  updateItem<Topic>(key, { set: { name, updatedAt: nowIso(), description, defaultSubscribed } }, ifPresent);
