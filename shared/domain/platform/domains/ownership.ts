import { all, is, isNot } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { partitionQuery } from '../../../db/query';
import { getItem, queryPage, updateItem } from '../../../db/table';
import { ownershipRecord } from './dns-records';
import type { DnsRecord, Domain, DomainStatus } from '../../../db/records/domains';

/*
 * Where several workspaces use a name, the provider's DKIM records are the same for all of them and prove nobody: each
 * needs a record of its own beside them (DM-20 to DM-22). Whoever is verified when others come needs none until that
 * ends; whoever needs one needs it for good.
 */

/** So many are asked at once; others are by their next check. */
const otherWorkspacesMax = 20;

/** Other workspaces that have the name, if there are any. */
export async function listOtherWorkspaceIds(name: string, workspaceId: string): Promise<string[]> {
  const usesQuery = partitionQuery(keys.domainUser(name, '').pk, { pageSize: otherWorkspacesMax + 1 });
  const { items } = await queryPage<object>({ ...usesQuery, ConsistentRead: true });
  return items.map(({ sk }) => sk).filter((id) => id !== workspaceId);
}

/** Somebody else has added the name: asks this workspace for its record, unless it is verified. */
export async function requireOwnershipRecord(name: string, workspaceId: string): Promise<void> {
  const key = keys.domain(workspaceId, name);
  const domain = await getItem(key);
  if (!domain || domain.status === 'verified' || domain.dnsRecords.some(isOwnershipRecord)) return;
  const set = { dnsRecords: withOwnershipRecord(domain) };
  await updateItem(key, { set }, all(is('id', domain.id), isNot('status', 'verified')));
}

/** The DNS records of a domain, with the one that proves its workspace. */
export const withOwnershipRecord = ({
  id,
  domain,
  dnsRecords,
}: Pick<Domain, 'id' | 'domain' | 'dnsRecords'>): readonly DnsRecord[] =>
  dnsRecords.some(isOwnershipRecord) ? dnsRecords : [...dnsRecords, ownershipRecord(domain, id)];

/** What the provider's verdict comes to, with the record of one's own where one is needed. */
export function statusWithOwnership(
  providerStatus: DomainStatus,
  { dnsRecords, verifiedAt }: Pick<Domain, 'dnsRecords' | 'verifiedAt'>,
): DomainStatus {
  const isProven = dnsRecords.filter(isOwnershipRecord).every(({ status }) => status === 'ok');
  if (providerStatus !== 'verified' || isProven) return providerStatus;
  return verifiedAt === null ? 'pending' : 'temporary_failure';
}

const isOwnershipRecord = ({ kind }: DnsRecord): boolean => kind === 'ownership';
