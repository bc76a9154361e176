import * as z from '../../../shared/schema/schema';
import { decisions } from '../../../shared/db/records/approvals';
import { listOf, timestamp } from '../../../shared/http/shapes';
import { RiskClassSchema } from '../domains/shapes';

const text = z.string();

/** `sha256` covers the bytes that would be sent. */
export const AttachedFileSchema = z.object({
  filename: text,
  content_type: text,
  size: z.int(),
  sha256: text,
});

/** */
export const ApprovalSchema = z.object({
  id: z.uuid(),
  message_id: z.uuid(),
  status: z.literal('pending'),
  from: text,
  to: z.array(text),
  cc: z.array(text),
  bcc: z.array(text),
  reply_to: z.nullable(text),
  subject: text,
  html: z.nullable(text),
  text: z.nullable(text),
  attachments: z.array(AttachedFileSchema),
  risk_class: RiskClassSchema,
  topic: z.nullable(text),
  thread_id: z.nullable(z.uuid()),
  reply_to_message_id: z.nullable(z.uuid()),
  scheduled_at: z.nullable(timestamp),
  api_key_id: z.nullable(z.uuid()),
  last_error: z.nullable(text),
  created_at: timestamp,
  expires_at: timestamp,
});

export const ApprovalListSchema = listOf(ApprovalSchema);

const optionalText = (min: number, max: number) =>
  z.optional(z.nullable(z.string().check(z.minLength(min), z.maxLength(max))));

export const DecisionKindSchema = z.enum(decisions);

/** */
export const DecisionRequestSchema = z.object({
  decision: DecisionKindSchema,
  decided_by: optionalText(1, 200),
  reason: optionalText(0, 500),
});

/** `status` is the status of the email. */
export const DecisionSchema = z.object({
  id: z.uuid(),
  message_id: z.uuid(),
  decision: DecisionKindSchema,
  status: z.enum(['sent', 'scheduled', 'rejected', 'canceled']),
  scheduled_at: z.nullable(timestamp),
  skipped: z.boolean(),
  reason: z.nullable(text),
  decided_by: z.nullable(text),
});
