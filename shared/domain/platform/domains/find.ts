import { keys } from '../../../db/keys';
import { partitionQuery } from '../../../db/query';
import { queryAll } from '../../../db/table';
import { notFound } from '../../../core/errors';
import type { Domain } from '../../../db/records/domains';

/** Lists every sending domain of the workspace, newest first. */
export async function listDomains(workspaceId: string): Promise<Domain[]> {
  const domains = await queryAll<Domain>(partitionQuery(keys.domain(workspaceId, '').pk));
  return domains.sort((a, b) => (a.id < b.id ? 1 : -1));
}

/**
 * Returns the domain with this id or throws 404. If `id` is a domain's name, the error states the domain's id.
 */
export async function expectDomain(workspaceId: string, id: string): Promise<Domain> {
  const domains = await listDomains(workspaceId);
  const domain = domains.find((candidate) => candidate.id === id);
  if (domain) return domain;
  const match = domains.find((candidate) => candidate.domain === id.toLowerCase());
  throw notFound('domain', match && `The id of ${match.domain} is ${match.id}`);
}

/** The names of the workspace's domains. */
export async function listDomainNames(workspaceId: string): Promise<ReadonlySet<string>> {
  return new Set((await listDomains(workspaceId)).map(({ domain }) => domain));
}
