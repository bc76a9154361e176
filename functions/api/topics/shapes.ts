import * as z from '../../../shared/schema/schema';
import { isTopicKey } from '../../../shared/text/topic-key';
import { AddressSchema, listOf, timestamp, untrusted } from '../../../shared/http/shapes';

/** See TO-1. */
export const TopicSchema = z.object({
  id: z.uuid(),
  key: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  default_subscribed: z.boolean(),
  created_at: timestamp,
  updated_at: z.nullable(timestamp),
});

export const TopicListSchema = listOf(TopicSchema);

export const DeletedTopicSchema = z.object({ key: z.string(), deleted: z.literal(true) });

export const ImportedPreferencesSchema = z.object({
  key: z.string(),
  subscribed: z.boolean(),
  updated: z.int(),
  duplicates: z.int(),
});

export const PreferenceSchema = z.object({
  key: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  default_subscribed: z.boolean(),
  subscribed: z.boolean(),
});

export const PreferencesSchema = z.object({
  email: untrusted(z.string()),
  topics: z.array(PreferenceSchema),
});

/**
 * `/v1/topics/preferences` is the path of another route, so a topic with the key `preferences` could not be deleted.
 */
const isNotReserved = (key: string): boolean => key !== 'preferences';

export const SaveTopicRequestSchema = z.object({
  key: z
    .string()
    .check(
      z.refine(isTopicKey, 'must have 1 to 60 lowercase letters, digits or hyphens'),
      z.refine(isNotReserved, 'is reserved by the API'),
    ),
  name: z.string().check(z.minLength(1), z.maxLength(120)),
  description: z.optional(z.nullable(z.string().check(z.maxLength(500)))),
  default_subscribed: z.optional(z.boolean()),
});

export const ImportPreferencesRequestSchema = z.object({
  emails: z.array(AddressSchema).check(z.minLength(1), z.maxLength(50_000)),
  subscribed: z.boolean(),
});

export const SavePreferencesRequestSchema = z.object({
  email: AddressSchema,
  topics: z
    .record(z.string(), z.boolean())
    .check(z.refine((topics) => Object.keys(topics).length > 0, 'must name at least one topic')),
});
