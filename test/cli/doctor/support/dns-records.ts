import type { Service } from '../../../support/service';

interface DnsRecord {
  kind: string;
  type: 'CNAME' | 'TXT' | 'MX';
  name: string;
  value: string;
  priority: number | null;
}

export interface PublishedDomain {
  id: string;
  workspaceId: string;
  domain: string;
  records: DnsRecord[];
}

/** Finds a domain of the workspace by its name. */
export async function findDomain(
  service: Service,
  workspaceId: string,
  name: string,
): Promise<PublishedDomain> {
  const action = { action: 'listDomains', input: { workspace_id: workspaceId } };
  const { data } = await service.control('POST', '/administer', action);
  const foundDomain = data.find(({ domain }: { domain: string }) => domain === name);
  return { id: foundDomain.id, workspaceId, domain: name, records: foundDomain.dns_records };
}

/** Publishes these records. `overrides` replaces records by type, or makes every query fail with an error. */
export async function publishRecords(
  service: Service,
  { records }: Pick<PublishedDomain, 'records'>,
  overrides: object = {},
): Promise<void> {
  const names = [...new Set(records.map(({ name }) => name))];
  for (const name of names) {
    const publishedRecords = Object.fromEntries(
      records
        .filter((record) => record.name === name)
        .map((record) => [record.type, [recordValueOf(record)]]),
    );
    await service.control(
      'PUT',
      `/dns/${name}`,
      'error' in overrides ? overrides : { ...publishedRecords, ...overrides },
    );
  }
}

const recordValueOf = ({ type, value, priority }: DnsRecord) =>
  type === 'MX' ? { exchange: value, priority: priority ?? 10 } : value;
