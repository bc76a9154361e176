import * as z from '../../../shared/schema/schema';
import { listOf, timestamp } from '../../../shared/http/shapes';
import { contactFields, ContactSchema } from '../contacts/shapes';

/** See AU-1. */
export const AudienceSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  contact_count: z.int(),
  created_at: timestamp,
});

export const AudienceListSchema = listOf(AudienceSchema);

export const DeletedAudienceSchema = z.object({ id: z.uuid(), deleted: z.literal(true) });

export const RemovedMemberSchema = z.object({
  id: z.uuid(),
  audience_id: z.uuid(),
  removed: z.literal(true),
  contact_count: z.int(),
  note: z.string(),
});

/** The outcome of an import. */
export const ImportedContactsSchema = z.object({
  inserted: z.int(),
  updated: z.int(),
  skipped: z.int(),
  unsubscribed: z.int(),
  bounced: z.int(),
  complained: z.int(),
  suppressed: z.int(),
  properties_created: z.array(z.string()),
  automations_started: z.int(),
  contact_count: z.int(),
});

/** One contact, or the outcome of an import. */
export const AddedContactsSchema = z.union([ContactSchema, ImportedContactsSchema]);

/** The handler checks the name, because AU-2 promises specific error messages. */
export const CreateAudienceRequestSchema = z.object({ name: z.optional(z.unknown()) });

export const NewContactSchema = z.object(contactFields);

const rowsMax = 5_000;

/** One contact, or the rows of an import. */
export const AddContactsRequestSchema = z.union([
  NewContactSchema,
  z.array(NewContactSchema).check(z.maxLength(rowsMax)),
]);
