import * as z from '../../../shared/schema/schema';
import {
  isInvalidAttributeKey,
  propertyKeyMax,
  propertyTypes,
  attributeKeyRule,
} from '../../../shared/db/records/contacts';
import { listOf, timestamp } from '../../../shared/http/shapes';

export const PropertyTypeSchema = z.enum(propertyTypes);

/** See C-23. */
export const ContactPropertySchema = z.object({
  key: z.string(),
  name: z.string(),
  type: PropertyTypeSchema,
  created_at: timestamp,
  updated_at: z.nullable(timestamp),
});

export const ContactPropertyListSchema = listOf(ContactPropertySchema);

export const DeletedContactPropertySchema = z.object({ key: z.string(), deleted: z.literal(true) });

export const SaveContactPropertyRequestSchema = z.object({
  key: z.string().check(
    z.maxLength(propertyKeyMax),
    z.refine((key) => !isInvalidAttributeKey(key), attributeKeyRule),
  ),
  name: z.string().check(z.minLength(1), z.maxLength(120)),
  type: z.optional(PropertyTypeSchema),
});
