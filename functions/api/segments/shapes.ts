import * as z from '../../../shared/schema/schema';
import {
  isStorableNumber,
  isInvalidAttributeKey,
  attributeKeyRule,
} from '../../../shared/db/records/contacts';
import { propertyOperators } from '../../../shared/db/records/segments';
import { listOf, timestamp, untrusted } from '../../../shared/http/shapes';

const nullableText = z.nullable(z.string());
const nullableDays = z.nullable(z.int());
const attributeValue = z.union([z.string(), z.number(), z.boolean()]);

export const PropertyOperatorSchema = z.enum(propertyOperators);

export const PropertyFilterSchema = z.object({
  property: z.string(),
  operator: PropertyOperatorSchema,
  value: z.nullable(attributeValue),
});

/** See SG-1. */
export const SegmentSchema = z.object({
  id: z.uuid(),
  key: z.string(),
  name: z.string(),
  audience_id: z.string(),
  opened_within_days: nullableDays,
  clicked_within_days: nullableDays,
  exclude_unengaged_days: nullableDays,
  engaged_within_days: nullableDays,
  properties: z.array(PropertyFilterSchema),
  tags: z.array(z.string()),
  exclude_tags: z.array(z.string()),
  topic_key: nullableText,
  created_at: timestamp,
  updated_at: z.nullable(timestamp),
});

export const SegmentListSchema = listOf(SegmentSchema);

export const DeletedSegmentSchema = z.object({ id: z.uuid(), deleted: z.literal(true) });

export const SegmentMetricsSchema = z.object({ id: z.uuid(), contact_count: z.int() });

export const RulesMetricsSchema = z.object({ contact_count: z.int() });

export const SegmentContactListSchema = listOf(untrusted(z.string()));

const name = z.string().check(z.minLength(1), z.maxLength(120));
const days = z.optional(z.nullable(z.int().check(z.gte(1), z.lte(3650))));
const tags = z.optional(z.array(z.string().check(z.minLength(1))).check(z.maxLength(20)));
const trimmed = z.string().check(z.trim());

const storableNumber = z
  .number()
  .check(z.refine(isStorableNumber, 'must be at most 2^53 - 1, with no fraction smaller than 1e-100'));

export const PropertyFilterRequestSchema = z.object({
  property: z.string().check(
    z.refine((key) => !isInvalidAttributeKey(key), attributeKeyRule),
    z.maxLength(500),
  ),
  operator: PropertyOperatorSchema,
  value: z.optional(z.nullable(z.union([z.string().check(z.maxLength(1_000)), storableNumber, z.boolean()]))),
});

const rules = {
  opened_within_days: days,
  clicked_within_days: days,
  exclude_unengaged_days: days,
  engaged_within_days: days,
  properties: z.optional(z.array(PropertyFilterRequestSchema).check(z.maxLength(20))),
  tags,
  exclude_tags: tags,
  topic_key: z.optional(z.nullable(trimmed)),
};

export const CreateSegmentRequestSchema = z.object({
  audience_id: trimmed,
  key: z.string().check(
    z.refine((key) => /^[a-z0-9-]+$/.test(key), 'must contain only lowercase letters, digits and hyphens'),
    z.maxLength(120),
  ),
  name,
  ...rules,
});

export const CountRulesRequestSchema = z.object({ audience_id: trimmed, ...rules });

export const UpdateSegmentRequestSchema = z.object({
  key: z.optional(z.unknown()),
  audience_id: z.optional(trimmed),
  name: z.optional(name),
  ...rules,
});
