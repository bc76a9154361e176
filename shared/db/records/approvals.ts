import type { LeaseFields } from './lease';
import type { DueFields } from './due';

export const decisions = ['approve', 'reject'] as const;
export type Decision = (typeof decisions)[number];

export const approvalStatuses = ['pending', 'approved', 'rejected', 'expired'] as const;
export type ApprovalStatus = (typeof approvalStatuses)[number];

/** The approval of a held draft. The content is stored with the draft's email. */
export interface Approval extends Partial<DueFields>, LeaseFields {
  id: string;
  workspaceId: string;
  messageId: string;
  status: ApprovalStatus;
  /** The API key that created the draft. */
  apiKeyId: string;
  /** The attachments of the draft, without their bytes. */
  attachments: readonly AttachedFile[];
  createdAt: string;
  expiresAt: string;
  /** Why the last attempt to send the approved draft failed. */
  lastError: string | null;
  decidedBy: string | null;
  decisionReason: string | null;
  decidedAt: string | null;
  /** Key of the index `byStatus`. Set only while the approval is pending. */
  statusKey?: string;
}

/** An attachment as the approver sees it. */
export interface AttachedFile {
  filename: string;
  contentType: string;
  /** The size in bytes. */
  size: number;
  /** The SHA-256 of the bytes, in hexadecimal. */
  sha256: string;
}

/** The approver and the reason for the decision. */
export interface Decider {
  decidedBy: string | null;
  reason: string | null;
}

/** The result of a decision. */
export interface DecisionResult {
  approval: Approval;
  decision: Decision;
  decidedBy: string | null;
  /** The status of the email. */
  status: 'sent' | 'scheduled' | 'rejected' | 'canceled';
  scheduledAt?: string;
  /** Why nothing was sent, if every recipient was dropped. */
  skippedBecause?: string;
}
