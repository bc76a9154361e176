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
  /** Signs the links in this workspace's mails, which work without a key. Never shown. */
  linkSecret: string;
  createdAt: string;
}

/** What the operator sets. */
export type Settings = Omit<Workspace, 'id' | 'name' | 'linkSecret'>;
