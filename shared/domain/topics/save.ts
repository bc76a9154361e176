import type * as z from 'zod/mini';
import type { Ctx } from '../../ctx';
import { keys } from '../../db/keys';
import { ifAbsent, putItem, updateItem } from '../../db/table';
import { ApiError } from '../../errors';
import { iso, nowIso, timeOfId } from '../../time';
import { validate } from '../../validate';
import type { Topic } from './record';
import { SaveTopicSchema } from './requests';

type Wanted = z.output<typeof SaveTopicSchema>;

// Each loses only to a deletion in between.
const triesMax = 5;

/** Creates the topic, or changes the one that has the key; says which it was. */
export async function saveTopic(ctx: Ctx, body: unknown): Promise<{ topic: Topic; isNew: boolean }> {
  const wanted = validate(SaveTopicSchema, body);
  const topic = newTopic(ctx, wanted);
  const key = keys.topic(ctx.workspaceId, wanted.key);

  for (let tries = 0; tries < triesMax; tries++) {
    const existing = await putItem<Topic>({ ...key, ...topic }, ifAbsent);
    if (!existing) return { topic, isNew: true };
    // An earlier attempt of this same request made it.
    if (existing.id === topic.id) return { topic: existing, isNew: true };
    const updated = await updateTopic(ctx.workspaceId, wanted);
    if (updated) return { topic: updated, isNew: false };
  }
  throw new ApiError('service_unavailable', 'The topic is being deleted at this moment: repeat the request', {
    headers: { 'Retry-After': '1' },
  });
}

const newTopic = ({ workspaceId, operation }: Ctx, wanted: Wanted): Topic => ({
  id: operation.id,
  workspaceId,
  key: wanted.key,
  name: wanted.name,
  description: wanted.description ?? null,
  defaultSubscribed: wanted.default_subscribed ?? true,
  createdAt: iso(timeOfId(operation.id)),
  updatedAt: null,
});

/** The name always, the others only when sent. Undefined when the topic was deleted meanwhile. */
function updateTopic(workspaceId: string, wanted: Wanted): Promise<Topic | undefined> {
  const { description, default_subscribed: defaultSubscribed } = wanted;
  return updateItem<Topic>(keys.topic(workspaceId, wanted.key), {
    UpdateExpression: [
      'SET #name = :name, updatedAt = :now',
      ...(description === undefined ? [] : ['description = :description']),
      ...(defaultSubscribed === undefined ? [] : ['defaultSubscribed = :defaultSubscribed']),
    ].join(', '),
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeNames: { '#name': 'name' },
    ExpressionAttributeValues: {
      ':name': wanted.name,
      ':now': nowIso(),
      ...(description !== undefined && { ':description': description }),
      ...(defaultSubscribed !== undefined && { ':defaultSubscribed': defaultSubscribed }),
    },
  });
}
