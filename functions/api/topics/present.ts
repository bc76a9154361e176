import type * as z from 'zod/mini';
import type { TopicSubscription } from '../../../shared/domain/audience/topics/preferences';
import type { Topic } from '../../../shared/db/records/topics';
import type { PreferenceSchema, PreferencesSchema, TopicSchema } from './shapes';

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
  choices: readonly TopicSubscription[],
): z.infer<typeof PreferencesSchema> => ({ email, topics: choices.map(presentChoice) });

const presentChoice = ({ topic, subscribed }: TopicSubscription): z.infer<typeof PreferenceSchema> => ({
  key: topic.key,
  name: topic.name,
  description: topic.description,
  default_subscribed: topic.defaultSubscribed,
  subscribed,
});
