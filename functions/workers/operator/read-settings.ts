import type * as z from 'zod/mini';
import { billingPeriod } from '../../../shared/domain/platform/billing/period';
import type { Settings } from '../../../shared/db/records/workspaces';
import type { WorkspaceChangesSchema } from './shapes';

type GivenSettings = Omit<z.output<typeof WorkspaceChangesSchema>, 'id'>;

type Gate = NonNullable<Settings['campaignGate']>;

const readGate = (given: NonNullable<GivenSettings['campaign_gate']>): Gate => ({
  ...(given.sent_min !== undefined && { sentMin: given.sent_min }),
  ...(given.bounce_share_max !== undefined && { bounceShareMax: given.bounce_share_max }),
  ...(given.complaint_share_max !== undefined && { complaintShareMax: given.complaint_share_max }),
});

/** The settings as the record has them: only those that are given. */
export function readSettings(given: GivenSettings): Partial<Settings> {
  const settings: { [Name in keyof Required<Settings>]: Settings[Name] | undefined } = {
    plan: given.plan,
    paymentMethodVerified: given.payment_method_verified,
    billingPastDue: given.billing_past_due,
    budgetCents: given.budget_cents,
    budgetAppliesTo: given.budget_applies_to,
    emailsUsed: given.emails_used,
    // What is set is what was used in this period.
    usagePeriod: given.emails_used === undefined ? undefined : billingPeriod(),
    postalAddress: given.postal_address,
    suspendedReason: given.suspended_reason,
    requestsPerMinute: given.requests_per_minute,
    campaignGate: given.campaign_gate && readGate(given.campaign_gate),
    mailRetentionDays: given.mail_retention_days,
    createdAt: given.created_at,
  };
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}
