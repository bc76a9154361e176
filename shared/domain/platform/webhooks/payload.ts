import type { InboundMessage } from '../../../db/records/inbound';
import type { Email, EmailEventType } from '../../../db/records/emails';

/** The payload of an event of a sent email (W-27). */
export interface SentMailPayload {
  type: EmailEventType;
  message_id: string;
  provider_message_id: string | null;
  broadcast_id: string | null;
  variant: string | null;
  to: readonly string[];
  subject: string;
  link: string | null;
  occurred_at: string;
}

export const sentMailPayload = (
  email: Email,
  { type, providerMessageId, link = null, occurredAt }: SentMailEvent,
): SentMailPayload => ({
  type,
  message_id: email.id,
  provider_message_id: providerMessageId,
  broadcast_id: email.campaignId ?? null,
  variant: email.variant ?? null,
  to: email.to,
  subject: email.subject,
  link,
  occurred_at: occurredAt,
});

interface SentMailEvent {
  type: EmailEventType;
  providerMessageId: string | null;
  link?: string | null;
  occurredAt: string;
}

/** Returns the payload of a received email (W-28). */
export const inboundPayload = (message: InboundMessage, text: string) => ({
  type: 'inbound' as const,
  id: message.id,
  thread_id: message.threadId,
  from: message.from,
  to: message.to,
  subject: message.subject,
  text,
  received_at: message.receivedAt,
  spam_verdict: message.verdicts.spam,
  spf_verdict: message.verdicts.spf,
  dkim_verdict: message.verdicts.dkim,
  dmarc_verdict: message.verdicts.dmarc,
  sender_authenticated: message.senderAuthenticated,
  automated: message.automated,
});
