import * as z from 'zod/mini';
import type { EmailContent } from '../emails/content';
import type { Email } from '../emails/record';
import { riskClasses } from '../domains/record';
import { decisions, type Approval, type Decision } from './record';

const text = z.string();
const time = z.iso.datetime();

/** contract.md 2.10 */
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
  risk_class: z.enum(riskClasses),
  topic: z.nullable(text),
  thread_id: z.nullable(z.uuid()),
  reply_to_message_id: z.nullable(z.uuid()),
  scheduled_at: z.nullable(time),
  api_key_id: z.nullable(z.uuid()),
  last_error: z.nullable(text),
  created_at: time,
  expires_at: time,
});

const optionalText = (min: number, max: number) =>
  z.optional(z.nullable(z.string().check(z.minLength(min), z.maxLength(max))));

/** What a decision says (contract.md 4.4). */
export const DecisionSchema = z.object({
  decision: z.enum(decisions),
  decided_by: optionalText(1, 200),
  reason: optionalText(0, 500),
});

/** contract.md 4.4: `status` is that of the message. */
export const DecidedSchema = z.object({
  id: z.uuid(),
  message_id: z.uuid(),
  decision: z.enum(decisions),
  status: z.enum(['sent', 'scheduled', 'rejected', 'canceled']),
  scheduled_at: z.nullable(time),
  skipped: z.boolean(),
  reason: z.nullable(text),
  decided_by: z.nullable(text),
});

export type Decided = z.infer<typeof DecidedSchema>;

/** A pending draft with all that it says. */
export function presentApproval(
  approval: Approval,
  email: Email,
  { html, message }: EmailContent,
): z.infer<typeof ApprovalSchema> {
  const addresses = (mailboxes: readonly { address: string }[] = []) =>
    mailboxes.map(({ address }) => address);
  return {
    id: approval.id,
    message_id: approval.messageId,
    status: 'pending',
    from: email.from,
    to: [...email.to],
    cc: addresses(message?.cc),
    bcc: addresses(message?.bcc),
    reply_to: message?.replyTo?.address ?? null,
    subject: email.subject,
    html,
    text: message?.text ?? null,
    risk_class: email.riskClass,
    topic: message?.topic ?? null,
    thread_id: email.threadId,
    reply_to_message_id: message?.replyToMessageId ?? null,
    scheduled_at: email.scheduledAt,
    api_key_id: approval.apiKeyId,
    last_error: approval.lastError,
    created_at: approval.createdAt,
    expires_at: approval.expiresAt,
  };
}

interface Outcome {
  decision: Decision;
  decidedBy: string | null;
  status: Decided['status'];
  scheduledAt?: string | null;
  /** Why nothing was sent, when everybody dropped out. */
  skippedBecause?: string;
}

export const presentDecided = (approval: Approval, outcome: Outcome): Decided => ({
  id: approval.id,
  message_id: approval.messageId,
  decision: outcome.decision,
  status: outcome.status,
  scheduled_at: outcome.scheduledAt ?? null,
  skipped: outcome.skippedBecause !== undefined,
  reason: outcome.skippedBecause ?? null,
  decided_by: outcome.decidedBy,
});
