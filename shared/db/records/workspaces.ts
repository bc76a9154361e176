export const plans = ['unmetered', 'free', 'paid'] as const;
export const budgetScopes = ['marketing', 'all'] as const;

/** A workspace and what the operator set for it. */
export interface Workspace {
  id: string;
  name: string;
  plan: (typeof plans)[number];
  paymentMethodVerified: boolean;
  billingPastDue: boolean;
  budgetCents: number | null;
  budgetAppliesTo: (typeof budgetScopes)[number];
  /** Recipients mailed in `usagePeriod`. */
  emailsUsed: number;
  /** The billing period that `emailsUsed` counts: a UTC month, `2026-11`. */
  usagePeriod: string;
  postalAddress: string | null;
  /** Why sending is suspended; null while it is not. */
  suspendedReason: string | null;
  requestsPerMinute: number;
  /** What closes the gate of campaigns, where the operator set it (CA-17). */
  campaignGate?: Partial<ReputationLimits> | null | undefined;
  /** So many days mail is kept; for ever where it is not set. */
  mailRetentionDays?: number | null | undefined;
  /** Signs the links in this workspace's mails, which work without a key. Never shown. */
  linkSecret: string;
  createdAt: string;
}

/** From so many mails in 30 days on, these shares of them allow no campaign. */
export interface ReputationLimits {
  sentMin: number;
  bounceShareMax: number;
  complaintShareMax: number;
}

/** What the operator sets. */
export type WorkspaceSettings = Omit<Workspace, 'id' | 'name' | 'linkSecret'>;
