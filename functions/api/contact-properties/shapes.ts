import * as z from '../../../shared/schema/schema';
import {
  isUnusableKey,
  propertyKeyMax,
  propertyTypes,
  usableKeyRule,
} from '../../../shared/db/records/contacts';
import { listOf, time } from '../../../shared/http/shapes';

export const PropertyTypeSchema = z.enum(propertyTypes);

/** contract.md 2.8 */
export const ContactPropertySchema = z.object({
  key: z.string(),
  name: z.string(),
  type: PropertyTypeSchema,
  created_at: time,
  updated_at: z.nullable(time),
});

export const ContactPropertyListSchema = listOf(ContactPropertySchema);

export const DeletedContactPropertySchema = z.object({ key: z.string(), deleted: z.literal(true) });

export const SaveContactPropertyRequestSchema = z.object({
  key: z.string().check(
    z.maxLength(propertyKeyMax),
    z.refine((key) => !isUnusableKey(key), usableKeyRule),
  ),
  name: z.string().check(z.minLength(1), z.maxLength(120)),
  type: z.optional(PropertyTypeSchema),
});
