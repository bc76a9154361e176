export const suppressionReasons = [
  'hard_bounce',
  'complaint',
  'unsubscribe',
  'manual',
  'list_hygiene',
] as const;
export type SuppressionReason = (typeof suppressionReasons)[number];

export const suppressionScopes = ['all', 'transactional', 'marketing'] as const;
export type SuppressionScope = (typeof suppressionScopes)[number];

/** A suppressed address, to which the service sends no email of this scope (SU-1). Unique by address and scope. */
export interface Suppression {
  id: string;
  workspaceId: string;
  email: string;
  scope: SuppressionScope;
  reason: SuppressionReason;
  detail: string | null;
  createdAt: string;
  /** Keys of the index `byTime`. */
  timeKey: string;
  timeAt: string;
}

/** The scope and the reason for a new suppression. */
export type NewSuppression = Pick<Suppression, 'scope' | 'reason'> & { detail?: string };
