export const plans = ['unmetered', 'free', 'paid'] as const;
export const budgetScopes = ['marketing', 'all'] as const;

/** A workspace and its settings, which the operator controls. */
export interface Workspace {
  id: string;
  name: string;
  plan: (typeof plans)[number];
  paymentMethodVerified: boolean;
  billingPastDue: boolean;
  budgetCents: number | null;
  budgetAppliesTo: (typeof budgetScopes)[number];
  /** The number of recipients charged in `usagePeriod`. */
  emailsUsed: number;
  /** The billing period of `emailsUsed`: a UTC month, such as `2026-11`. */
  usagePeriod: string;
  postalAddress: string | null;
  /** Why sending is suspended. Null if sending is not suspended. */
  suspendedReason: string | null;
  requestsPerMinute: number;
  /** The operator's overrides of the default limits at which campaigns are blocked (CA-17). */
  campaignGate?: Partial<ReputationLimits> | null | undefined;
  /** The number of days for which mail is kept. If not set, mail is kept forever. */
  mailRetentionDays?: number | null | undefined;
  /** The number of sending domains that the workspace may have. If not set, the default applies. */
  identitiesMax?: number | null | undefined;
  /** The number of messages that the workspace receives in a UTC day. If not set, the default applies. */
  receivedPerDay?: number | null | undefined;
  /** The maximum of `storedBytes`. If not set, the default applies. */
  storedBytesMax?: number | null | undefined;
  /** The size of the content in S3 of held and scheduled emails and campaigns, and of content that is not deleted yet. */
  storedBytes?: number;
  /**
   * The secret that signs the links in this workspace's emails. The links work without an API key. No response contains
   * the secret.
   */
  linkSecret: string;
  createdAt: string;
}

/**
 * The bounce and complaint rates at which campaigns are blocked, once the workspace has sent `sentMin` emails in 30
 * days.
 */
export interface ReputationLimits {
  sentMin: number;
  bounceShareMax: number;
  complaintShareMax: number;
}

/** The settings that the operator can change. */
export type WorkspaceSettings = Omit<Workspace, 'id' | 'name' | 'storedBytes' | 'linkSecret'>;
