import type * as z from 'zod/mini';
import type { ComposedDraft, Draft } from '../../../shared/domain/send/approvals/compose-draft';
import { previewDiffers } from '../../../shared/domain/send/approvals/preview-differs';
import type { AttachedFile, DecisionResult } from '../../../shared/db/records/approvals';
import { truncateText } from '../../../shared/text/truncate-text';
import type { Mailbox } from '../../../shared/text/mailbox';
import type { ApprovalSchema, DecisionSchema } from './shapes';

type PresentedApproval = z.infer<typeof ApprovalSchema>;

/** Presents the whole draft. Without a composed draft, its message was deleted after the decision. */
const presentApproval = (
  { approval, email, content }: Draft,
  composed: ComposedDraft | undefined,
): Omit<PresentedApproval, 'preview_differs'> => {
  const { message } = content;
  return {
    id: approval.id,
    message_id: approval.messageId,
    status: approval.status,
    from: email.from,
    to: [...email.to],
    cc: addresses(message?.cc),
    bcc: addresses(message?.bcc),
    reply_to: message?.replyTo?.address ?? null,
    subject: email.subject,
    headers: [...(composed?.headers ?? [])],
    html: composed?.html ?? null,
    text: composed?.text ?? null,
    text_derived: composed?.isTextDerived ?? false,
    truncated: false,
    attachments: approval.attachments.map(presentAttachment),
    content_sha256: composed?.sha256 ?? null,
    risk_class: email.riskClass,
    topic: message?.topic ?? null,
    thread_id: email.threadId,
    reply_to_message_id: message?.replyToMessageId ?? null,
    scheduled_at: email.scheduledAt,
    api_key_id: approval.apiKeyId,
    last_error: approval.lastError,
    created_at: approval.createdAt,
    expires_at: approval.expiresAt,
    decision: decisionOf[approval.status],
    decided_by: approval.decidedBy,
    decided_at: approval.decidedAt,
  };
};

const decisionOf = { pending: null, approved: 'approve', rejected: 'reject', expired: null } as const;

const bodyLengthMax = 20_000;

/** Cuts the parts of a draft in a list. Of a cut draft, a reader cannot tell whether the parts say the same. */
export async function presentListed(
  draft: Draft,
  composed: ComposedDraft | undefined,
): Promise<PresentedApproval> {
  const row = presentApproval(draft, composed);
  const [html, text] = [truncateBody(row.html), truncateBody(row.text)];
  const truncated = html !== row.html || text !== row.text;
  return { ...row, html, text, truncated, preview_differs: truncated || (await previewDiffers(row)) };
}

export const presentWhole = async (
  draft: Draft,
  composed: ComposedDraft | undefined,
): Promise<PresentedApproval> => {
  const row = presentApproval(draft, composed);
  return { ...row, preview_differs: await previewDiffers(row) };
};

const truncateBody = (body: string | null): string | null =>
  body && (body.length > bodyLengthMax ? truncateText(body, bodyLengthMax) : body);

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
