import * as z from 'zod/mini';
import { remainingOf } from './remaining';
import { emailEventTypes, emailStatuses, type Email, type EmailEvent } from './record';

const riskClass = z.enum(['transactional', 'marketing']);
const text = z.string();
const time = z.iso.datetime();

/** core.md, "Email" */
export const EmailSchema = z.object({
  id: z.uuid(),
  from: text,
  to: z.array(text),
  subject: text,
  status: z.enum(emailStatuses),
  risk_class: riskClass,
  provider_message_id: z.nullable(text),
  scheduled_at: z.nullable(time),
  sent_at: z.nullable(time),
  opened_at: z.nullable(time),
  clicked_at: z.nullable(time),
  created_at: time,
});

/** core.md, "Email event" */
const EmailEventSchema = z.object({
  id: z.uuid(),
  message_id: z.uuid(),
  provider_message_id: z.nullable(text),
  type: z.enum(emailEventTypes),
  recipient: text,
  sub_type: z.nullable(text),
  detail: z.nullable(text),
  broadcast_id: z.nullable(z.uuid()),
  variant: z.nullable(text),
  occurred_at: time,
  created_at: time,
});

export const EmailWithEventsSchema = z.extend(EmailSchema, { events: z.array(EmailEventSchema) });

/** core.md, "Send response": all seven fields, always. */
export const SendResponseSchema = z.object({
  id: z.uuid(),
  status: z.enum(['sent', 'scheduled', 'pending_approval', 'rejected']),
  thread_id: z.nullable(z.uuid()),
  scheduled_at: z.nullable(time),
  skipped: z.boolean(),
  reason: z.nullable(text),
  approval_id: z.nullable(z.uuid()),
});

export type SendResponse = z.infer<typeof SendResponseSchema>;

/** Before it leaves, without those who unsubscribed since; where nobody is left, everybody whom it was meant for. */
function shownRecipients(email: Email): readonly string[] {
  if (!['queued', 'scheduled', 'canceled'].includes(email.status)) return email.to;
  const remaining = remainingOf(email);
  return remaining.length > 0 ? remaining : email.to;
}

export const presentEmail = (email: Email): z.infer<typeof EmailSchema> => ({
  id: email.id,
  from: email.from,
  to: [...shownRecipients(email)],
  subject: email.subject,
  status: email.status,
  risk_class: email.riskClass,
  provider_message_id: email.providerMessageId,
  scheduled_at: email.scheduledAt,
  sent_at: email.sentAt,
  opened_at: email.openedAt,
  clicked_at: email.clickedAt,
  created_at: email.createdAt,
});

const presentEmailEvent = (event: EmailEvent): z.infer<typeof EmailEventSchema> => ({
  id: event.id,
  message_id: event.messageId,
  provider_message_id: event.providerMessageId,
  type: event.type,
  recipient: event.recipient,
  sub_type: event.subType,
  detail: event.detail,
  broadcast_id: null,
  variant: null,
  occurred_at: event.occurredAt,
  created_at: event.createdAt,
});

export const presentEmailWithEvents = (
  email: Email,
  events: readonly EmailEvent[],
): z.infer<typeof EmailWithEventsSchema> => ({
  ...presentEmail(email),
  events: events.map(presentEmailEvent),
});

const answered = ({ id, threadId }: Email): SendResponse => ({
  id,
  status: 'sent',
  thread_id: threadId,
  scheduled_at: null,
  skipped: false,
  reason: null,
  approval_id: null,
});

export const sentResponse = (email: Email): SendResponse => answered(email);

export const scheduledResponse = (email: Email): SendResponse => ({
  ...answered(email),
  status: 'scheduled',
  scheduled_at: email.scheduledAt,
});

export const pendingResponse = (email: Email): SendResponse => ({
  ...answered(email),
  status: 'pending_approval',
  scheduled_at: email.scheduledAt,
  approval_id: email.approvalId ?? null,
});

export const rejectedResponse = (email: Email): SendResponse => ({
  ...answered(email),
  status: 'rejected',
  thread_id: null,
  skipped: true,
  reason: email.skippedBecause ?? null,
});
