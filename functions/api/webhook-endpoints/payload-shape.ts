import * as z from '../../../shared/schema/schema';
import { EmailEventTypeSchema } from '../emails/shapes';
import type { inboundPayload, SentMailPayload } from '../../../shared/domain/platform/webhooks/payload';
import { timestamp, untrusted } from '../../../shared/http/shapes';

const text = z.string();

/** See W-27. */
export const SentMailEventSchema = z.object({
  type: EmailEventTypeSchema,
  message_id: z.uuid(),
  provider_message_id: z.nullable(text),
  broadcast_id: z.nullable(z.uuid()),
  variant: z.nullable(text),
  to: z.array(text),
  subject: text,
  link: z.nullable(text),
  occurred_at: timestamp,
} satisfies Record<keyof SentMailPayload, z.ZodMiniType>);

const verdict = z.nullable(text);

/** See W-28. */
export const InboundEventSchema = z.object({
  type: z.literal('inbound'),
  id: z.uuid(),
  thread_id: z.uuid(),
  from: untrusted(text),
  to: untrusted(z.array(text)),
  subject: untrusted(text),
  text: untrusted(text),
  received_at: timestamp,
  spam_verdict: verdict,
  spf_verdict: verdict,
  dkim_verdict: verdict,
  dmarc_verdict: verdict,
  sender_authenticated: z.boolean(),
  automated: z.nullable(z.boolean()),
} satisfies Record<keyof ReturnType<typeof inboundPayload>, z.ZodMiniType>);
