import { emailsUsedNow } from '../../../shared/domain/billing/period';
import type { Domain } from '../../../shared/domain/domains/record';
import type { Workspace } from '../../../shared/domain/workspaces/record';
import { presentDomain } from '../../api/domains/present';

/** A workspace as the operator sees it: its id, name and settings (docs/local.md). */
export const presentWorkspace = (workspace: Workspace) => ({
  id: workspace.id,
  name: workspace.name,
  plan: workspace.plan,
  payment_method_verified: workspace.paymentMethodVerified,
  billing_past_due: workspace.billingPastDue,
  budget_cents: workspace.budgetCents,
  budget_applies_to: workspace.budgetAppliesTo,
  emails_used: emailsUsedNow(workspace),
  postal_address: workspace.postalAddress,
  suspended_reason: workspace.suspendedReason,
  requests_per_minute: workspace.requestsPerMinute,
  created_at: workspace.createdAt,
});

/** The API does not say whether a domain warms up (contract.md 2.5). */
export const presentForOperator = (domain: Domain) => ({ ...presentDomain(domain), warmup: domain.warmup });
