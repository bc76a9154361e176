import type { LeaseFields } from './lease';
import type { DueFields } from './due';

export const decisions = ['approve', 'reject'] as const;
export type Decision = (typeof decisions)[number];

/** A held draft that waits for a person. What it says stands with its email. */
export interface Approval extends Partial<DueFields>, LeaseFields {
  id: string;
  workspaceId: string;
  messageId: string;
  status: 'pending' | 'approved' | 'rejected' | 'expired';
  /** The key that drafted it. */
  apiKeyId: string;
  /** What is attached to the draft, without its bytes. */
  attachments: readonly AttachedFile[];
  createdAt: string;
  expiresAt: string;
  /** Why the last release failed. */
  lastError: string | null;
  decidedBy: string | null;
  decisionReason: string | null;
  decidedAt: string | null;
  /** Index `byStatus`, while it is pending. */
  statusKey?: string;
}

/** An attachment as who decides sees it. */
export interface AttachedFile {
  filename: string;
  contentType: string;
  /** Bytes. */
  size: number;
  /** Of its bytes, in hexadecimal. */
  sha256: string;
}

/** Who decided, and why. */
export interface Decider {
  decidedBy: string | null;
  reason: string | null;
}

/** What a decision has led to. */
export interface DecisionResult {
  approval: Approval;
  decision: Decision;
  decidedBy: string | null;
  /** Of the message. */
  status: 'sent' | 'scheduled' | 'rejected' | 'canceled';
  scheduledAt?: string;
  /** Why nothing was sent, when everybody dropped out. */
  skippedBecause?: string;
}
