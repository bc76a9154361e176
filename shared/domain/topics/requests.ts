import * as z from 'zod/mini';
import { AddressSchema } from '../../text/address';

const topicKey = /^[a-z0-9-]{1,60}$/;

export const isTopicKey = (text: string): boolean => topicKey.test(text);

/** `/v1/topics/preferences` is a path of its own: a topic with this key could not be deleted. */
const isFree = (key: string): boolean => key !== 'preferences';

export const SaveTopicSchema = z.object({
  key: z
    .string()
    .check(
      z.regex(topicKey, 'must be 1 to 60 lower-case letters, digits or hyphens'),
      z.refine(isFree, 'is taken by a path of the API'),
    ),
  name: z.string().check(z.minLength(1), z.maxLength(120)),
  description: z.optional(z.nullable(z.string().check(z.maxLength(500)))),
  default_subscribed: z.optional(z.boolean()),
});

export const ImportSchema = z.object({
  emails: z.array(AddressSchema).check(z.minLength(1), z.maxLength(50_000)),
  subscribed: z.boolean(),
});

export const ChoicesSchema = z.object({
  email: AddressSchema,
  topics: z
    .record(z.string(), z.boolean())
    .check(z.refine((topics) => Object.keys(topics).length > 0, 'names no topic')),
});
