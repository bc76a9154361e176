import { keys } from '../../../db/keys';
import { partitionQuery } from '../../../db/query';
import { queryAll } from '../../../db/table';
import { notFound } from '../../../core/errors';
import type { Domain } from '../../../db/records/domains';

/** Lists every sending domain of the workspace, newest first. */
export async function listDomains(workspaceId: string): Promise<Domain[]> {
  return (await readDomains(workspaceId)).domains;
}

/** The domains of a workspace, newest first, and whether it uses labels. */
interface DomainsAndUse {
  domains: Domain[];
  usesLabels: boolean;
}

/** Reads the domains and the record of the use of labels with one query. */
export async function readDomains(workspaceId: string): Promise<DomainsAndUse> {
  const labelUse = keys.labelUse(workspaceId);
  const records = await queryAll<Domain>(partitionQuery(labelUse.pk));
  return {
    domains: records.filter(({ sk }) => sk !== labelUse.sk).sort((a, b) => (a.id < b.id ? 1 : -1)),
    usesLabels: records.some(({ sk }) => sk === labelUse.sk),
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
