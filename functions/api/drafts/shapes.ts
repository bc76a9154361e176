import * as z from '../../../shared/schema/schema';
import { listOf, timestamp } from '../../../shared/http/shapes';
import { RiskClassSchema } from '../domains/shapes';
import { SendRequestSchema } from '../emails/shapes';

const text = z.string();
const texts = z.array(text);

/** The fields of a send request as a client sent them. */
export const DraftFieldsSchema = z.object({
  from: z.optional(text),
  to: z.optional(z.union([text, texts])),
  cc: z.optional(texts),
  bcc: z.optional(texts),
  reply_to: z.optional(text),
  subject: z.optional(text),
  html: z.optional(text),
  text: z.optional(text),
  template: z.optional(text),
  variables: z.optional(z.record(text, z.nullable(text))),
  risk_class: z.optional(RiskClassSchema),
  scheduled_at: z.optional(text),
  sequence_key: z.optional(text),
  tags: z.optional(z.array(z.object({ name: text, value: text }))),
  attachments: z.optional(
    z.array(
      z.object({
        filename: text,
        content: text,
        content_type: z.optional(text),
        content_id: z.optional(text),
      }),
    ),
  ),
  reply_to_message_id: z.optional(text),
  thread_id: z.optional(text),
  topic: z.optional(text),
});

/** See D-1. */
export const DraftSchema = z.object({
  id: z.uuid(),
  status: z.literal('draft'),
  request: DraftFieldsSchema,
  created_at: timestamp,
  updated_at: z.nullable(timestamp),
});

export const DraftListSchema = listOf(DraftSchema);

export const DeletedDraftSchema = z.object({ id: z.uuid(), deleted: z.literal(true) });

/** The fields of a send request. A draft has no defaults, because the send applies them. */
const requestFields = { ...SendRequestSchema.shape, risk_class: RiskClassSchema };

/** A send request that may be incomplete. */
export const CreateDraftRequestSchema = z.partial(z.strictObject(requestFields));

/** The fields to replace. Null removes a field. */
export const UpdateDraftRequestSchema = z.strictObject(
  Object.fromEntries(
    Object.entries(requestFields).map(([name, field]) => [name, z.optional(z.nullable(field))]),
  ),
);
