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

/** Mail to an address is refused (SU-1). Unique on address and scope. */
export interface Suppression {
  id: string;
  workspaceId: string;
  email: string;
  scope: SuppressionScope;
  reason: SuppressionReason;
  detail: string | null;
  createdAt: string;
  /** Index `byTime` */
  timeKey: string;
  timeAt: string;
}

/** What an address is to be suppressed for. */
export type NewSuppression = Pick<Suppression, 'scope' | 'reason'> & { detail?: string };
