import { ApiError } from '../../../core/errors';
import { registrableDomain } from '../../../text/domain-name';
import { dayMs, now } from '../../../core/time';
import type { Workspace } from '../../../db/records/workspaces';
import type { Domain } from '../../../db/records/domains';

const planRootDomainsMax: Record<Workspace['plan'], number> = { free: 3, paid: 50, unmetered: Infinity };
const newWorkspaceRootDomainsMax = 5;
const newWorkspaceMs = 7 * dayMs;

const identitiesMaxDefault = 50;

/** Refuses with 402 if the workspace would exceed its cap. An AWS account has at most 10,000 sending domains. */
export function refuseOverIdentitiesMax({ identitiesMax }: Workspace, count: number): void {
  const max = identitiesMax ?? identitiesMaxDefault;
  if (count > max)
    throw limitReachedError(
      `A workspace can have at most ${max} sending domains. Delete a domain, or ask the operator for more`,
    );
}

/** Refuses with 402 if a new root domain exceeds the limit. Another subdomain of an existing root is always allowed. */
export function refuseOverDomainLimit(workspace: Workspace, domains: readonly Domain[], name: string): void {
  const roots = new Set(domains.map(({ domain }) => registrableDomain(domain)));
  if (roots.has(registrableDomain(name))) return;

  const planMax = planRootDomainsMax[workspace.plan];
  if (roots.size >= planMax) {
    throw limitReachedError(`The ${workspace.plan} plan allows at most ${planMax} root domains`);
  }
  if (isNewWorkspace(workspace) && roots.size >= newWorkspaceRootDomainsMax) {
    throw limitReachedError(
      `A workspace can have at most ${newWorkspaceRootDomainsMax} root domains until it is seven days old`,
    );
  }
}

const isNewWorkspace = ({ createdAt }: Workspace): boolean => now() - Date.parse(createdAt) < newWorkspaceMs;

const limitReachedError = (message: string) => new ApiError('plan_limit_reached', message);
