import * as z from '../../../shared/schema/schema';
import { attributesBytesMax, propertyKeyMax } from '../../../shared/db/records/contacts';
import { importStatuses } from '../../../shared/domain/audience/imports/import-row';
import { preserveProtoKey } from '../../../shared/http/preserve-proto-key';
import { AddressSchema, listOf, timestamp, untrusted } from '../../../shared/http/shapes';

const nullableText = z.nullable(z.string());
const nullableTime = z.nullable(timestamp);

export const AttributesSchema = untrusted(
  z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
);

/** See C-1. */
export const ContactSchema = z.object({
  id: z.uuid(),
  email: untrusted(z.string()),
  first_name: untrusted(nullableText),
  last_name: untrusted(nullableText),
  audience_ids: z.array(z.uuid()),
  tags: untrusted(z.array(z.string())),
  attributes: AttributesSchema,
  unsubscribed: z.boolean(),
  unsubscribed_at: nullableTime,
  last_opened_at: nullableTime,
  last_clicked_at: nullableTime,
  last_sent_at: nullableTime,
  last_active_at: nullableTime,
  created_at: timestamp,
});

export const ContactListSchema = listOf(ContactSchema);

export const TagInUseSchema = z.object({ tag: untrusted(z.string()), contact_count: z.int() });

export const TagInUseListSchema = listOf(TagInUseSchema);

export const DeletedContactSchema = z.object({ id: z.uuid(), deleted: z.literal(true) });

const name = z.string().check(z.maxLength(120));
const zonedTime = z.iso.datetime({ offset: true });
const attributes = z.pipe(
  preserveProtoKey,
  z
    .record(z.string().check(z.maxLength(propertyKeyMax)), z.union([z.string(), z.number(), z.boolean()]))
    .check(
      z.refine(
        (values) => Buffer.byteLength(JSON.stringify(values)) <= attributesBytesMax,
        'must be at most 64 KB together',
      ),
    ),
);

export const ImportStatusSchema = z.enum(importStatuses);

/** The fields of a new contact (C-8 to C-13). */
export const contactFields = {
  email: AddressSchema,
  first_name: z.optional(name),
  last_name: z.optional(name),
  tags: z.optional(z.array(z.string().check(z.minLength(1), z.maxLength(60))).check(z.maxLength(50))),
  attributes: z.optional(attributes),
  status: z.optional(ImportStatusSchema),
  unsubscribed: z.optional(z.boolean()),
  last_active_at: z.optional(zonedTime),
};

export const CreateContactRequestSchema = z.object({
  audience_id: z.string().check(z.trim()),
  ...contactFields,
});

export const ContactChangesRequestSchema = z.object({
  first_name: z.optional(z.nullable(name)),
  last_name: z.optional(z.nullable(name)),
  attributes: z.optional(attributes),
  unsubscribed: z.optional(z.boolean()),
  last_active_at: z.optional(z.nullable(zonedTime)),
});

const tags = z.array(z.string().check(z.minLength(1))).check(z.maxLength(50));

export const TagChangesRequestSchema = z.object({ add: z.optional(tags), remove: z.optional(tags) });
