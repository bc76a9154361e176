import { absent, any, ifAbsent, is } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { busy, untilWon } from '../../../db/race';
import { getItem } from '../../../db/table';
import { change, put, writeTogether } from '../../../db/transaction';
import { logger } from '../../../core/logger';
import { expectOwnWorkspace } from '../workspaces/find';
import type { Workspace } from '../../../db/records/workspaces';
import { listDomains } from './find';
import { refuseOverLimit } from './limits';
import { expectDomainName, identitiesFor, type NewDomain } from './new-domain';
import { askForOwnership, otherUsersOf } from './ownership';
import { provisionDomain } from './provision';
import type { Domain, RiskClass } from '../../../db/records/domains';

/** Creates the identities that are missing, one after the other; those that exist are returned unchanged. */
export async function createDomains(
  workspaceId: string,
  name: string,
  riskClass: RiskClass | undefined,
): Promise<Domain[]> {
  const wanted = identitiesFor(name, riskClass);
  const workspace = await expectOwnWorkspace(workspaceId);
  const domains: Domain[] = [];
  for (const one of wanted) domains.push(await findOrCreate(workspace, one));
  return domains;
}

/** The operator's way: one identity, whatever the plan. One that exists is returned unchanged. */
export async function addDomain(workspaceId: string, wanted: NewDomain): Promise<Domain> {
  const domain = expectDomainName(wanted.domain);
  const findExisting = () => getItem<Domain>(keys.domain(workspaceId, domain));
  const existing = await findExisting();
  if (existing) return existing;
  const others = await otherUsersOf(domain, workspaceId);
  const created = await provisionDomain(workspaceId, { ...wanted, domain }, others.length > 0);
  if (await recordDomain(created, others)) return created;
  const other = await findExisting();
  if (!other) throw othersAreAdded();
  return other;
}

async function findOrCreate(workspace: Workspace, wanted: NewDomain): Promise<Domain> {
  const others = await otherUsersOf(wanted.domain, workspace.id);
  let created: Domain | undefined;
  const tryOnce = async () => {
    // Counted before the domains are read: whoever adds one in between makes the write below fail.
    const additions = await countAdditions(workspace.id);
    const domains = await listDomains(workspace.id);
    const existing = domains.find(({ domain }) => domain === wanted.domain);
    if (existing) return existing;
    refuseOverLimit(workspace, domains, wanted.domain);
    created ??= await provisionDomain(workspace.id, wanted, others.length > 0);
    return (await recordDomain(created, others, additions)) ? created : undefined;
  };
  return untilWon(tryOnce, othersAreAdded);
}

async function countAdditions(workspaceId: string): Promise<number> {
  const counter = await getItem<{ additions: number }>(keys.domainAdditions(workspaceId));
  return counter?.additions ?? 0;
}

/** False when the domain exists by now, or when others were added since `additions` was read. */
async function recordDomain(domain: Domain, others: readonly string[], additions?: number): Promise<boolean> {
  const { workspaceId } = domain;
  const noneAdded =
    additions === undefined ? undefined : any(absent('additions'), is('additions', additions));
  const isRecorded = await writeTogether([
    put({ ...keys.domain(workspaceId, domain.domain), ...domain }, ifAbsent),
    put(keys.domainUse(domain.domain, workspaceId)),
    change(keys.domainAdditions(workspaceId), { add: { additions: 1 } }, noneAdded),
  ]);
  if (!isRecorded) return false;
  await Promise.all(others.map((other) => askForOwnership(domain.domain, other))).catch((error: unknown) => {
    logger.warn('others are asked by their next check', { domainId: domain.id, error });
  });
  return true;
}

const othersAreAdded = () => busy('Other domains are being added at this moment: repeat the request');
