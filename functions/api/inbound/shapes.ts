import * as z from '../../../shared/schema/schema';
import { growingListOf, listOf, timestamp, untrusted } from '../../../shared/http/shapes';
import { InboundEventSchema } from '../webhook-endpoints/payload-shape';

const text = z.string();

export const MessageHeaderSchema = z.object({ name: untrusted(text), value: untrusted(text) });

/** See IN-36. */
export const ExtractedCodeSchema = z.object({
  value: untrusted(text),
  kind: z.enum(['otp', 'reference', 'coupon']),
  confidence: z.number(),
});

/** See IN-38. */
export const ExtractedLinkSchema = z.object({
  url: untrusted(text),
  text: untrusted(text),
  host: untrusted(text),
  kind: z.enum(['verify', 'sign_in', 'reset', 'invite', 'unsubscribe', 'other']),
  suspicious: z.nullable(z.enum(['credentials', 'ip_host', 'punycode', 'text_mismatch'])),
});

export const ExtractedSchema = z.object({
  codes: z.array(ExtractedCodeSchema),
  links: z.array(ExtractedLinkSchema),
});

/** See IN-40. */
export const ListedMessageSchema = z.extend(InboundEventSchema, {
  text: untrusted(z.nullable(text)),
  inbox_id: z.nullable(z.uuid()),
  cc: untrusted(z.array(text)),
  reply_to: untrusted(z.array(text)),
  hidden_text: z.boolean(),
  parts_disagree: z.boolean(),
  known_participant: z.boolean(),
});

export const ListedMessageListSchema = growingListOf(ListedMessageSchema);

export const EnabledInboundSchema = z.object({ enabled_at: timestamp });

/** See IN-35. */
export const ReceivedMessageSchema = z.extend(ListedMessageSchema, {
  headers: z.array(MessageHeaderSchema),
  extracted: ExtractedSchema,
});

/** Describes the file that `downloadAttachment` returns at each index. */
export const ReceivedAttachmentSchema = z.object({
  index: z.int(),
  filename: untrusted(z.string()),
  content_type: untrusted(z.string()),
  size: z.int(),
  inline: z.boolean(),
});

export const ReceivedAttachmentListSchema = listOf(ReceivedAttachmentSchema);
