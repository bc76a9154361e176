import type * as z from 'zod/mini';
import type { Draft } from '../../../shared/domain/send/approvals/list';
import type { AttachedFile, DecisionResult } from '../../../shared/db/records/approvals';
import type { Mailbox } from '../../../shared/text/mailbox';
import type { ApprovalSchema, DecisionSchema } from './shapes';

export const presentApproval = ({ approval, email, content }: Draft): z.infer<typeof ApprovalSchema> => {
  const { html, message } = content;
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
    attachments: approval.attachments.map(presentAttachment),
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
};

const presentAttachment = ({ filename, contentType, size, sha256 }: AttachedFile) => ({
  filename,
  content_type: contentType,
  size,
  sha256,
});

const addresses = (mailboxes: readonly Mailbox[] = []): string[] => mailboxes.map(({ address }) => address);

export const presentDecision = (decided: DecisionResult): z.infer<typeof DecisionSchema> => ({
  id: decided.approval.id,
  message_id: decided.approval.messageId,
  decision: decided.decision,
  status: decided.status,
  scheduled_at: decided.scheduledAt ?? null,
  skipped: decided.skippedBecause !== undefined,
  reason: decided.skippedBecause ?? null,
  decided_by: decided.decidedBy,
});
