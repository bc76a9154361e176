import { keys } from '../../../db/keys';
import { partitionQuery } from '../../../db/query';
import { queryAll } from '../../../db/table';
import { notFound } from '../../../core/errors';
import type { Domain } from '../../../db/records/domains';

/** Lists every sending domain of the workspace, newest first. */
export async function listDomains(workspaceId: string): Promise<Domain[]> {
  return (await readDomains(workspaceId)).domains;
}

/** Returns the domains, newest first, and whether the workspace uses labels: one query reads both. */
export async function readDomains(workspaceId: string): Promise<{ domains: Domain[]; usesLabels: boolean }> {
  const { pk, sk: labelUse } = keys.labelUse(workspaceId);
  const records = await queryAll<Domain>(partitionQuery(pk));
  const domains = records.filter(({ sk }) => sk !== labelUse);
  return {
    domains: domains.sort((a, b) => (a.id < b.id ? 1 : -1)),
    usesLabels: domains.length < records.length,
  };
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
