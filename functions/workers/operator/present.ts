import { emailsUsedThisPeriod } from '../../../shared/domain/platform/billing/period';
import type { Adoption } from '../../../shared/domain/platform/domains/adopt';
import type { Domain } from '../../../shared/db/records/domains';
import {
  scansMin,
  scanSegments,
  type WorkspaceDeletion,
} from '../../../shared/db/records/workspace-deletions';
import type { User } from '../../../shared/db/records/users';
import type { Workspace } from '../../../shared/db/records/workspaces';
import { presentDomain } from '../../api/domains/present';

/** The operator's view of a workspace (docs/local.md). */
export const presentWorkspace = (workspace: Workspace) => ({
  id: workspace.id,
  name: workspace.name,
  plan: workspace.plan,
  payment_method_verified: workspace.paymentMethodVerified,
  billing_past_due: workspace.billingPastDue,
  budget_cents: workspace.budgetCents,
  budget_applies_to: workspace.budgetAppliesTo,
  emails_used: emailsUsedThisPeriod(workspace),
  postal_address: workspace.postalAddress,
  suspended_reason: workspace.suspendedReason,
  requests_per_minute: workspace.requestsPerMinute,
  // docs/local.md shows the workspace without this field if it is not set.
  ...(workspace.mailRetentionDays && { mail_retention_days: workspace.mailRetentionDays }),
  ...presentCaps(workspace),
  created_at: workspace.createdAt,
});

/** The caps that the operator set. The others have their defaults. */
const presentCaps = ({ identitiesMax, receivedPerDay, storedBytesMax }: Workspace) => ({
  ...(typeof identitiesMax === 'number' && { identities_max: identitiesMax }),
  ...(typeof receivedPerDay === 'number' && { received_per_day: receivedPerDay }),
  ...(typeof storedBytesMax === 'number' && { stored_bytes_max: storedBytesMax }),
});

/**
 * Presents the progress of a deletion, which is at most 99 percent while data may remain. If `deletion` is undefined,
 * the deletion is complete.
 */
export const presentDeletion = (id: string, deletion: WorkspaceDeletion | undefined) => ({
  id,
  status: deletion ? 'deleting' : 'deleted',
  deleted_at: deletion?.deletedAt ?? null,
  percent: deletion ? computeDeletionPercent(deletion) : 100,
  records_deleted: deletion ? (deletion.recordsDeleted ?? 0) : null,
  objects_deleted: deletion ? (deletion.objectsDeleted ?? 0) : null,
});

const computeDeletionPercent = ({ scanPasses = 0, segment = 0 }: WorkspaceDeletion): number =>
  Math.min(99, Math.floor((100 * (scanPasses * scanSegments + segment)) / (scansMin * scanSegments)));

/** Presents a domain with its warm-up, which the API does not show (DM-6). */
export const presentDomainForOperator = (domain: Domain) => ({
  ...presentDomain(domain),
  warmup: domain.warmup,
});

export const presentAdoption = ({ changes, domain }: Adoption) => ({
  adopted: domain !== undefined,
  changes,
  domain: domain ? presentDomain(domain) : null,
});

export const presentUser = ({ email, role, invitedAt, workspaceId, id }: User) => ({
  email,
  role,
  workspace_id: workspaceId,
  id,
  invited_at: invitedAt,
});
