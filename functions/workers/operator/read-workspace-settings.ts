import { withoutUndefined } from '../../../shared/core/without-undefined';
import type * as z from 'zod/mini';
import { billingPeriod } from '../../../shared/domain/platform/billing/period';
import type { WorkspaceSettings } from '../../../shared/db/records/workspaces';
import type { WorkspaceChangesSchema } from './shapes';

type SettingsInput = Omit<z.output<typeof WorkspaceChangesSchema>, 'id'>;

type ReputationSettings = NonNullable<WorkspaceSettings['campaignGate']>;

const readReputationSettings = (input: NonNullable<SettingsInput['campaign_gate']>): ReputationSettings => ({
  ...(input.sent_min !== undefined && { sentMin: input.sent_min }),
  ...(input.bounce_share_max !== undefined && { bounceShareMax: input.bounce_share_max }),
  ...(input.complaint_share_max !== undefined && { complaintShareMax: input.complaint_share_max }),
});

/** Returns only the settings that the input contains. */
export function readSettings(input: SettingsInput): Partial<WorkspaceSettings> {
  const settings: { [Name in keyof Required<WorkspaceSettings>]: WorkspaceSettings[Name] | undefined } = {
    plan: input.plan,
    paymentMethodVerified: input.payment_method_verified,
    billingPastDue: input.billing_past_due,
    budgetCents: input.budget_cents,
    budgetAppliesTo: input.budget_applies_to,
    emailsUsed: input.emails_used,
    // A usage count that the operator sets applies to the current period.
    usagePeriod: input.emails_used === undefined ? undefined : billingPeriod(),
    postalAddress: input.postal_address,
    suspendedReason: input.suspended_reason,
    requestsPerMinute: input.requests_per_minute,
    campaignGate: input.campaign_gate && readReputationSettings(input.campaign_gate),
    mailRetentionDays: input.mail_retention_days,
    identitiesMax: input.identities_max,
    receivedPerDay: input.received_per_day,
    storedBytesMax: input.stored_bytes_max,
    createdAt: input.created_at,
  };
  return withoutUndefined(settings);
}
