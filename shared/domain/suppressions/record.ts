export type SuppressionReason = 'hard_bounce' | 'complaint' | 'unsubscribe' | 'manual' | 'list_hygiene';

export type SuppressionScope = 'all' | 'transactional' | 'marketing';

/** Mail to an address is refused (contract.md 2.9). Unique on address and scope. */
export interface Suppression {
  id: string;
  workspaceId: string;
  email: string;
  scope: SuppressionScope;
  reason: SuppressionReason;
  detail: string | null;
  createdAt: string;
}
