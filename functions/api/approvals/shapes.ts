import * as z from '../../../shared/schema/schema';
import { approvalStatuses, decisions } from '../../../shared/db/records/approvals';
import { listOf, timestamp, untrusted } from '../../../shared/http/shapes';
import { RiskClassSchema } from '../domains/shapes';

const text = z.string();

/** `sha256` covers the bytes that would be sent. */
export const AttachedFileSchema = z.object({
  filename: untrusted(text),
  content_type: untrusted(text),
  size: z.int(),
  sha256: text,
});

/** A header of the email. */
export const HeaderSchema = z.object({ name: text, value: untrusted(text) });

export const DecisionKindSchema = z.enum(decisions);

/** */
export const ApprovalSchema = z.object({
  id: z.uuid(),
  message_id: z.uuid(),
  status: z.enum(approvalStatuses),
  from: untrusted(text),
  to: untrusted(z.array(text)),
  cc: untrusted(z.array(text)),
  bcc: untrusted(z.array(text)),
  reply_to: untrusted(z.nullable(text)),
  subject: untrusted(text),
  headers: z.array(HeaderSchema),
  html: untrusted(z.nullable(text)),
  text: untrusted(z.nullable(text)),
  text_derived: z.boolean(),
  truncated: z.boolean(),
  preview_differs: z.boolean(),
  attachments: z.array(AttachedFileSchema),
  content_sha256: z.nullable(text),
  risk_class: RiskClassSchema,
  topic: z.nullable(text),
  thread_id: z.nullable(z.uuid()),
  reply_to_message_id: z.nullable(z.uuid()),
  scheduled_at: z.nullable(timestamp),
  api_key_id: z.nullable(z.uuid()),
  last_error: untrusted(z.nullable(text)),
  created_at: timestamp,
  expires_at: timestamp,
  decision: z.nullable(DecisionKindSchema),
  decided_by: z.nullable(text),
  decided_at: z.nullable(timestamp),
});

export const ApprovalListSchema = listOf(ApprovalSchema);

const optionalText = (min: number, max: number) =>
  z.optional(z.nullable(z.string().check(z.minLength(min), z.maxLength(max))));

/** */
export const DecisionRequestSchema = z.object({
  decision: DecisionKindSchema,
  decided_by: optionalText(1, 200),
  reason: optionalText(0, 500),
  content_sha256: z.optional(z.nullable(text)),
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
