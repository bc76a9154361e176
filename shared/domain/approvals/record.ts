import type { Due } from '../due/record';

export const decisions = ['approve', 'reject'] as const;
export type Decision = (typeof decisions)[number];

/** A held draft that waits for a person (core.md, "Approval"). What it says stands with its email. */
export interface Approval extends Partial<Due> {
  id: string;
  workspaceId: string;
  messageId: string;
  status: 'pending' | 'approved' | 'rejected' | 'expired';
  /** The key that drafted it. */
  apiKeyId: string;
  createdAt: string;
  expiresAt: string;
  /** Why the last release failed. */
  lastError: string | null;
  decidedBy: string | null;
  decisionReason: string | null;
  decidedAt: string | null;
  /** Until when a release has it for itself, ms. */
  releasingUntil?: number;
  releaser?: string;
  /** Index `byStatus`, while it is pending. */
  statusKey?: string;
}

/** Who decided, and why. */
export interface Judgement {
  decidedBy: string | null;
  reason: string | null;
}
