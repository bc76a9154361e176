import type * as z from 'zod/mini';
import type { Email, EmailEvent, EmailStatus } from '../../../shared/db/records/emails';
import { filterRemaining } from '../../../shared/domain/send/emails/remaining-recipients';
import type { EntryOutcome } from '../../../shared/domain/send/send-batch';
import type { SendOutcome } from '../../../shared/domain/send/outcome';
import { ApiError, presentError } from '../../../shared/core/errors';
import type {
  BatchResponseSchema,
  EmailEventSchema,
  EmailSchema,
  EmailWithEventsSchema,
  SendResponseSchema,
} from './shapes';

export const presentEmail = (email: Email): z.infer<typeof EmailSchema> => ({
  id: email.id,
  from: email.from,
  to: [...visibleRecipients(email)],
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

const unsentStatuses: readonly EmailStatus[] = ['queued', 'scheduled', 'canceled'];

/**
 * Returns the recipients without those who unsubscribed before the email was sent. If all recipients unsubscribed,
 * returns all of them.
 */
function visibleRecipients(email: Email): readonly string[] {
  if (!unsentStatuses.includes(email.status)) return email.to;
  const remainingRecipients = filterRemaining(email);
  return remainingRecipients.length > 0 ? remainingRecipients : email.to;
}

export const presentEmailWithEvents = (
  email: Email,
  events: readonly EmailEvent[],
): z.infer<typeof EmailWithEventsSchema> => ({
  ...presentEmail(email),
  events: events.map((event) => presentEmailEvent(email, event)),
});

const presentEmailEvent = (
  { campaignId, variant }: Email,
  event: EmailEvent,
): z.infer<typeof EmailEventSchema> => ({
  id: event.id,
  message_id: event.messageId,
  provider_message_id: event.providerMessageId,
  type: event.type,
  recipient: event.recipient,
  sub_type: event.subType,
  detail: event.detail,
  broadcast_id: campaignId ?? null,
  variant: variant ?? null,
  occurred_at: event.occurredAt,
  created_at: event.createdAt,
});

type SendResponse = z.infer<typeof SendResponseSchema>;

const responseStatuses = {
  sent: 'sent',
  scheduled: 'scheduled',
  held: 'pending_approval',
  rejected: 'rejected',
} as const;

export const presentSendOutcome = ({ kind, email }: SendOutcome): SendResponse => ({
  id: email.id,
  status: responseStatuses[kind],
  thread_id: kind === 'rejected' ? null : email.threadId,
  scheduled_at: kind === 'scheduled' || kind === 'held' ? email.scheduledAt : null,
  skipped: kind === 'rejected',
  reason: kind === 'rejected' ? (email.skippedBecause ?? null) : null,
  approval_id: kind === 'held' ? (email.approvalId ?? null) : null,
});

type BatchResponse = z.infer<typeof BatchResponseSchema>;

export function presentBatch(outcomes: readonly EntryOutcome[]): BatchResponse {
  const data = outcomes.map(presentEntry);
  return { data, failed: data.filter(({ ok }) => !ok).length };
}

const presentEntry = (outcome: EntryOutcome): BatchResponse['data'][number] =>
  outcome instanceof ApiError
    ? { ok: false, ...presentError(outcome) }
    : { ok: true, ...presentSendOutcome(outcome) };
