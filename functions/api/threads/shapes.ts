import * as z from '../../../shared/schema/schema';
import { normalizeTag } from '../../../shared/domain/audience/contacts/normalize-tags';
import { listOf, timestamp, untrusted } from '../../../shared/http/shapes';
import { EmailStatusSchema } from '../emails/shapes';

const text = z.string();

/** Only workspaces that ever had an inbox have the field. */
const inbox_id = z.optional(z.nullable(z.uuid()));

/** See TH-7. */
export const ThreadSchema = z.object({
  id: z.uuid(),
  subject: untrusted(text),
  participants: untrusted(z.array(text)),
  message_count: z.int(),
  awaiting_reply: z.boolean(),
  pending_reply: z.boolean(),
  handled_at: z.nullable(timestamp),
  last_message_at: timestamp,
  created_at: timestamp,
  labels: z.optional(z.array(text)),
  read_at: z.optional(z.nullable(timestamp)),
  inbox_id,
});

const labelLengthMax = 60;

/** See TH-31. */
const label = z.string().check(
  z.refine((raw) => {
    const { length } = [...normalizeTag(raw)];
    return length >= 1 && length <= labelLengthMax;
  }, `must have 1 to ${labelLengthMax} characters`),
);

const labels = z.array(label).check(z.maxLength(20));

export const ThreadLabelsRequestSchema = z.strictObject({
  add: z.optional(labels),
  remove: z.optional(labels),
});

export const ThreadReadRequestSchema = z.strictObject({ read: z.boolean() });

/** See TH-24. */
export const OutboundMessageSchema = z.object({
  direction: z.literal('outbound'),
  id: z.uuid(),
  from: text,
  to: untrusted(z.array(text)),
  subject: untrusted(text),
  text: untrusted(z.nullable(text)),
  html: untrusted(z.nullable(text)),
  status: EmailStatusSchema,
  at: timestamp,
  inbox_id,
});

const verdict = z.nullable(text);

export const InboundMessageSchema = z.object({
  direction: z.literal('inbound'),
  id: z.uuid(),
  from: untrusted(text),
  to: untrusted(z.array(text)),
  cc: untrusted(z.array(text)),
  reply_to: untrusted(z.array(text)),
  subject: untrusted(text),
  text: untrusted(z.nullable(text)),
  raw_text: untrusted(z.nullable(text)),
  html: untrusted(z.nullable(text)),
  sender_authenticated: z.boolean(),
  automated: z.nullable(z.boolean()),
  hidden_text: z.boolean(),
  parts_disagree: z.boolean(),
  known_participant: z.boolean(),
  spf_verdict: verdict,
  dkim_verdict: verdict,
  dmarc_verdict: verdict,
  spam_verdict: verdict,
  virus_verdict: verdict,
  at: timestamp,
  inbox_id,
});

export const ThreadListSchema = listOf(ThreadSchema);

export const ThreadWithMessagesSchema = z.extend(ThreadSchema, {
  messages: z.array(z.discriminatedUnion('direction', [OutboundMessageSchema, InboundMessageSchema])),
});
