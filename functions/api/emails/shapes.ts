import * as z from '../../../shared/schema/schema';
import { emailEventTypes, emailStatuses } from '../../../shared/db/records/emails';
import { ErrorSchema, listOf, timestamp, untrusted } from '../../../shared/http/shapes';
import { isProblem, parseMailbox, type Mailbox } from '../../../shared/text/mailbox';
import { isOneLine, subjectLengthMax } from '../../../shared/text/subject';
import { RiskClassSchema } from '../domains/shapes';
import { VariablesSchema } from '../templates/variables-shape';
import { AttachmentSchema } from './attachment-shape';

const text = z.string();

/** See E-59. */
export const EmailStatusSchema = z.enum(emailStatuses);

/** See E-56. */
export const EmailSchema = z.object({
  id: z.uuid(),
  from: text,
  to: untrusted(z.array(text)),
  subject: untrusted(text),
  status: EmailStatusSchema,
  risk_class: RiskClassSchema,
  provider_message_id: z.nullable(text),
  scheduled_at: z.nullable(timestamp),
  sent_at: z.nullable(timestamp),
  opened_at: z.nullable(timestamp),
  clicked_at: z.nullable(timestamp),
  created_at: timestamp,
});

export const EmailListSchema = listOf(EmailSchema);

export const EmailEventTypeSchema = z.enum(emailEventTypes);

/** See EV-2. */
export const EmailEventSchema = z.object({
  id: z.uuid(),
  message_id: z.uuid(),
  provider_message_id: z.nullable(text),
  type: EmailEventTypeSchema,
  recipient: untrusted(text),
  sub_type: untrusted(z.nullable(text)),
  detail: untrusted(z.nullable(text)),
  broadcast_id: z.nullable(z.uuid()),
  variant: z.nullable(text),
  occurred_at: timestamp,
  created_at: timestamp,
});

export const EmailWithEventsSchema = z.extend(EmailSchema, { events: z.array(EmailEventSchema) });

/**
 * The content of an email. The endpoints in docs/promises show content only in conversations, and marketing emails have
 * no conversation.
 */
export const EmailContentSchema = z.object({
  id: z.uuid(),
  thread_id: z.nullable(z.uuid()),
  text: untrusted(z.nullable(text)),
  html: untrusted(z.nullable(text)),
});

export const CanceledEmailSchema = z.object({ id: z.uuid(), status: z.literal('canceled') });

export const SendStatusSchema = z.enum(['sent', 'scheduled', 'pending_approval', 'rejected']);

/** All seven fields are always present (E-41). */
export const SendResponseSchema = z.object({
  id: z.uuid(),
  status: SendStatusSchema,
  thread_id: z.nullable(z.uuid()),
  scheduled_at: z.nullable(timestamp),
  skipped: z.boolean(),
  reason: z.nullable(text),
  approval_id: z.nullable(z.uuid()),
});

const mailbox = z.pipe(
  z.string(),
  z.transform((raw, context): Mailbox => {
    const parsed = parseMailbox(raw);
    if (!isProblem(parsed)) return parsed;
    context.issues.push({ code: 'custom', message: parsed.problem, input: raw });
    return z.NEVER;
  }),
);

const mailboxes = z.array(mailbox);

const subject = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(subjectLengthMax),
    z.refine(isOneLine, 'must not contain a line break or control character'),
  );

const nonEmptyText = z.string().check(z.minLength(1));

export const EmailTagSchema = z.strictObject({ name: text, value: text });

/** See E-1. */
export const SendRequestSchema = z.strictObject({
  from: mailbox,
  to: z.union([mailbox, mailboxes.check(z.minLength(1, 'name at least one recipient'))]),
  cc: z.optional(mailboxes),
  bcc: z.optional(mailboxes),
  reply_to: z.optional(mailbox),
  subject: z.optional(subject),
  html: z.optional(text),
  text: z.optional(text),
  template: z.optional(nonEmptyText),
  variables: z.optional(VariablesSchema),
  risk_class: z._default(RiskClassSchema, 'transactional'),
  scheduled_at: z.optional(text),
  sequence_key: z.optional(z.string().check(z.maxLength(200))),
  tags: z.optional(z.array(EmailTagSchema).check(z.maxLength(10))),
  attachments: z.optional(z.array(AttachmentSchema).check(z.maxLength(20))),
  reply_to_message_id: z.optional(nonEmptyText),
  thread_id: z.optional(nonEmptyText),
  topic: z.optional(nonEmptyText),
});

const entriesMax = 100;

/** See B-1. */
export const BatchRequestSchema = z.array(SendRequestSchema).check(z.minLength(1), z.maxLength(entriesMax));

/** The entries of a batch, before the handler validates each entry separately. */
export const BatchEntriesSchema = z.array(z.unknown()).check(z.minLength(1), z.maxLength(entriesMax));

export const SentEntrySchema = z.extend(SendResponseSchema, { ok: z.literal(true) });

export const FailedEntrySchema = z.object({ ok: z.literal(false), error: ErrorSchema });

export const BatchResponseSchema = z.object({
  data: z.array(z.union([SentEntrySchema, FailedEntrySchema])),
  failed: z.int(),
});
