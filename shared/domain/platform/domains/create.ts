import { attributeNotExists, any, ifAbsent, is, type Condition } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { serviceUnavailable, retryOnConflict } from '../../../db/retry-on-conflict';
import { getItem } from '../../../db/table';
import { updateWrite, putWrite, writeTransaction } from '../../../db/transaction';
import { logger } from '../../../core/logger';
import { expectOwnWorkspace } from '../workspaces/find';
import type { Workspace } from '../../../db/records/workspaces';
import { listDomains } from './find';
import { refuseOverDomainLimit, refuseOverIdentitiesMax } from './limits';
import { expectDomainName, planDomains, type NewDomain } from './new-domain';
import { requireOwnershipRecord, listOtherWorkspaceIds } from './ownership';
import { deleteProvisionedDomain } from './delete';
import { provisionDomain } from './provision';
import type { Domain, DomainAdditions, RiskClass } from '../../../db/records/domains';

/** Creates the missing identities one after the other. Existing identities are returned unchanged. */
export async function createDomains(
  workspaceId: string,
  name: string,
  riskClass: RiskClass | undefined,
): Promise<Domain[]> {
  const input = planDomains(name, riskClass);
  const workspace = await expectOwnWorkspace(workspaceId);
  const domains: Domain[] = [];
  for (const identity of input) domains.push(await findOrCreate(workspace, identity, input));
  return domains;
}

/** Creates one identity for the operator, regardless of the plan. An existing identity is returned unchanged. */
export async function createDomainAsOperator(workspaceId: string, input: NewDomain): Promise<Domain> {
  const domain = expectDomainName(input.domain);
  const findExisting = () => getItem(keys.domain(workspaceId, domain));
  const existing = await findExisting();
  if (existing) return existing;
  const otherWorkspaceIds = await listOtherWorkspaceIds(domain, workspaceId);
  const created = await provisionDomain(workspaceId, { ...input, domain }, otherWorkspaceIds.length > 0);
  if (await storeDomain(created, otherWorkspaceIds)) return created;
  const concurrent = await findExisting();
  if (!concurrent) throw concurrentAdditionError();
  return concurrent;
}

/** Creates the domain if the workspace may have all domains of the request that it does not have yet. */
async function findOrCreate(
  workspace: Workspace,
  input: NewDomain,
  requested: readonly NewDomain[],
): Promise<Domain> {
  const otherWorkspaceIds = await listOtherWorkspaceIds(input.domain, workspace.id);
  let created: Domain | undefined;
  const tryCreate = async () => {
    // Read the counter before the domains, so that the write below fails if a domain is added in between.
    const additions = await readAdditions(workspace.id);
    const domains = await listDomains(workspace.id);
    const existing = domains.find(({ domain }) => domain === input.domain);
    if (existing) return existing;
    await refuseOverLimits(workspace, domains, { input, requested, created });
    created ??= await provisionDomain(workspace.id, input, otherWorkspaceIds.length > 0);
    return (await storeDomain(created, otherWorkspaceIds, additions)) ? created : undefined;
  };
  return retryOnConflict(tryCreate, concurrentAdditionError);
}

/** If other requests used up the limit while the domain was created at SES, deletes the domain there. */
async function refuseOverLimits(
  workspace: Workspace,
  domains: readonly Domain[],
  { input, requested, created }: { input: NewDomain; requested: readonly NewDomain[]; created?: Domain },
): Promise<void> {
  const names = new Set([...domains, ...requested].map(({ domain }) => domain));
  try {
    refuseOverDomainLimit(workspace, domains, input.domain);
    refuseOverIdentitiesMax(workspace, names.size);
  } catch (error) {
    if (created) await deleteProvisionedDomain(created);
    throw error;
  }
}

async function readAdditions(workspaceId: string): Promise<number> {
  const counter = await getItem(keys.domainAdditions(workspaceId));
  return counter?.additions ?? 0;
}

/** Returns false if the domain now exists, or if other domains were added after `additions` was read. */
async function storeDomain(
  domain: Domain,
  otherWorkspaceIds: readonly string[],
  additions?: number,
): Promise<boolean> {
  const { workspaceId } = domain;
  const noAdditionsSince: Condition<DomainAdditions> | undefined =
    additions === undefined ? undefined : any(attributeNotExists('additions'), is('additions', additions));
  const isStored = await writeTransaction([
    putWrite({ ...keys.domain(workspaceId, domain.domain), ...domain }, ifAbsent),
    putWrite(keys.domainUser(domain.domain, workspaceId)),
    updateWrite(keys.domainAdditions(workspaceId), { add: { additions: 1 } }, noAdditionsSince),
  ]);
  if (!isStored) return false;
  await Promise.all(
    otherWorkspaceIds.map((otherWorkspaceId) => requireOwnershipRecord(domain.domain, otherWorkspaceId)),
  ).catch((error: unknown) => {
    logger.warn('could not request the ownership record; the next check requests it', {
      domainId: domain.id,
      error,
    });
  });
  return true;
}

const concurrentAdditionError = () =>
  serviceUnavailable('Other domains are being added at the same time. Retry the request');
