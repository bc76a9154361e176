import * as z from 'zod/mini';
import type { Choice } from './preferences';
import type { Topic } from './record';

const time = z.iso.datetime();

/** contract.md 2.7 */
export const TopicSchema = z.object({
  id: z.uuid(),
  key: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  default_subscribed: z.boolean(),
  created_at: time,
  updated_at: z.nullable(time),
});

export const DeletedTopicSchema = z.object({ key: z.string(), deleted: z.literal(true) });

export const ImportedSchema = z.object({
  key: z.string(),
  subscribed: z.boolean(),
  updated: z.int(),
  duplicates: z.int(),
});

const ChoiceSchema = z.object({
  key: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  default_subscribed: z.boolean(),
  subscribed: z.boolean(),
});

export const PreferencesSchema = z.object({ email: z.string(), topics: z.array(ChoiceSchema) });

export const presentTopic = (topic: Topic): z.infer<typeof TopicSchema> => ({
  id: topic.id,
  key: topic.key,
  name: topic.name,
  description: topic.description,
  default_subscribed: topic.defaultSubscribed,
  created_at: topic.createdAt,
  updated_at: topic.updatedAt,
});

export const presentPreferences = (
  email: string,
  choices: readonly Choice[],
): z.infer<typeof PreferencesSchema> => ({ email, topics: choices.map(presentChoice) });

const presentChoice = ({ topic, subscribed }: Choice): z.infer<typeof ChoiceSchema> => ({
  key: topic.key,
  name: topic.name,
  description: topic.description,
  default_subscribed: topic.defaultSubscribed,
  subscribed,
});
