import { all, is, isNot } from '../../../db/condition';
import { keys } from '../../../db/keys';
import { partitionQuery } from '../../../db/query';
import { getItem, queryPage, updateItem } from '../../../db/table';
import { ownershipRecord } from './dns-records';
import type { DnsRecord, Domain, DomainStatus } from '../../../db/records/domains';

/*
 * If several workspaces use a domain name, SES's DKIM records are the same for all of them and do not prove which
 * workspace owns the domain. Each workspace therefore also needs its own record (DM-20 to DM-22). A workspace that is
 * verified when another workspace adds the name needs the record only if its own verification ends. Once the record is
 * required, it stays required.
 */

/**
 * The maximum number of workspaces that require the record immediately. Any further workspaces require the record at
 * their next check.
 */
const otherWorkspacesMax = 20;

/** Lists other workspaces that use the domain name. */
export async function listOtherWorkspaceIds(name: string, workspaceId: string): Promise<string[]> {
  const usesQuery = partitionQuery(keys.domainUser(name, '').pk, { pageSize: otherWorkspacesMax + 1 });
  const { items } = await queryPage<object>({ ...usesQuery, ConsistentRead: true });
  return items.map(({ sk }) => sk).filter((id) => id !== workspaceId);
}

/**
 * Requires this workspace's ownership record after another workspace added the name, unless this workspace is verified.
 */
export async function requireOwnershipRecord(name: string, workspaceId: string): Promise<void> {
  const key = keys.domain(workspaceId, name);
  const domain = await getItem(key);
  if (!domain || domain.status === 'verified' || domain.dnsRecords.some(isOwnershipRecord)) return;
  const set = { dnsRecords: withOwnershipRecord(domain) };
  await updateItem(key, { set }, all(is('id', domain.id), isNot('status', 'verified')));
}

/** The DNS records of a domain, including the ownership record of its workspace. */
export const withOwnershipRecord = ({
  id,
  domain,
  dnsRecords,
}: Pick<Domain, 'id' | 'domain' | 'dnsRecords'>): readonly DnsRecord[] =>
  dnsRecords.some(isOwnershipRecord) ? dnsRecords : [...dnsRecords, ownershipRecord(domain, id)];

/** Returns the status at SES, or a lower status if the workspace's ownership record is required and missing. */
export function statusWithOwnership(
  providerStatus: DomainStatus,
  { dnsRecords, verifiedAt }: Pick<Domain, 'dnsRecords' | 'verifiedAt'>,
): DomainStatus {
  const isProven = dnsRecords.filter(isOwnershipRecord).every(({ status }) => status === 'ok');
  if (providerStatus !== 'verified' || isProven) return providerStatus;
  return verifiedAt === null ? 'pending' : 'temporary_failure';
}

const isOwnershipRecord = ({ kind }: DnsRecord): boolean => kind === 'ownership';
