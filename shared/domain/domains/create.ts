import type { Ctx } from '../../ctx';
import { keys } from '../../db/keys';
import { getItem, writeTogether } from '../../db/table';
import { ApiError } from '../../errors';
import { validate } from '../../validate';
import { expectWorkspace } from '../workspaces/find';
import type { Workspace } from '../workspaces/record';
import { listDomains } from './find';
import { refuseOverLimit } from './limits';
import { expectDomainName, identitiesFor, type NewDomain } from './new-domain';
import { CreateDomainSchema } from './present';
import { provisionDomain } from './provision';
import type { Domain } from './record';

/** Creates the identities that are missing, one after the other; those that exist are returned unchanged. */
export async function createDomains({ workspaceId }: Ctx, body: unknown): Promise<Domain[]> {
  const request = validate(CreateDomainSchema, body);
  const wanted = identitiesFor(request.domain, request.risk_class);
  const workspace = await expectWorkspace(workspaceId);
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
  const created = await provisionDomain(workspaceId, { ...wanted, domain });
  if (await recordDomain(created)) return created;
  const other = await findExisting();
  if (!other) throw busy();
  return other;
}

// Each loses only to somebody who added a domain.
const attemptsMax = 10;

async function findOrCreate(workspace: Workspace, wanted: NewDomain): Promise<Domain> {
  let created: Domain | undefined;
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    // Counted before the domains are read: whoever adds one in between makes the write below fail.
    const additions = await countAdditions(workspace.id);
    const domains = await listDomains(workspace.id);
    const existing = domains.find(({ domain }) => domain === wanted.domain);
    if (existing) return existing;
    refuseOverLimit(workspace, domains, wanted.domain);
    created ??= await provisionDomain(workspace.id, wanted);
    if (await recordDomain(created, additions)) return created;
  }
  throw busy();
}

async function countAdditions(workspaceId: string): Promise<number> {
  const counter = await getItem<{ additions: number }>(keys.domainAdditions(workspaceId));
  return counter?.additions ?? 0;
}

/** False when the domain exists by now, or when others were added since `additions` was read. */
async function recordDomain(domain: Domain, additions?: number): Promise<boolean> {
  const { workspaceId } = domain;
  return writeTogether(({ TableName }) => [
    {
      Put: {
        TableName,
        Item: { ...keys.domain(workspaceId, domain.domain), ...domain },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    { Put: { TableName, Item: { ...keys.domainUse(domain.domain, workspaceId) } } },
    {
      Update: {
        TableName,
        Key: keys.domainAdditions(workspaceId),
        UpdateExpression: 'ADD additions :one',
        ...(additions !== undefined && {
          ConditionExpression: 'attribute_not_exists(additions) OR additions = :seen',
        }),
        ExpressionAttributeValues: { ':one': 1, ...(additions !== undefined && { ':seen': additions }) },
      },
    },
  ]);
}

const busy = () =>
  new ApiError('service_unavailable', 'Other domains are being added at this moment: repeat the request', {
    headers: { 'Retry-After': '1' },
  });
