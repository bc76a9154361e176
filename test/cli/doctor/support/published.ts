import type { Service } from '../../../support/service';

interface DnsRecord {
  kind: string;
  type: 'CNAME' | 'TXT' | 'MX';
  name: string;
  value: string;
  priority: number | null;
}

export interface Domain {
  id: string;
  workspaceId: string;
  domain: string;
  records: DnsRecord[];
}

/** The domain of the workspace with that name. */
export async function domainNamed(service: Service, workspaceId: string, name: string): Promise<Domain> {
  const action = { action: 'listDomains', input: { workspace_id: workspaceId } };
  const { data } = await service.control('POST', '/administer', action);
  const found = data.find(({ domain }: { domain: string }) => domain === name);
  return { id: found.id, workspaceId, domain: name, records: found.dns_records };
}

/** Publishes these records, but for what `instead` says: other records, or an error. */
export async function publish(
  service: Service,
  { records }: Pick<Domain, 'records'>,
  instead: object = {},
): Promise<void> {
  const names = [...new Set(records.map(({ name }) => name))];
  for (const name of names) {
    const right = Object.fromEntries(
      records.filter((record) => record.name === name).map((record) => [record.type, [valueOf(record)]]),
    );
    await service.control('PUT', `/dns/${name}`, 'error' in instead ? instead : { ...right, ...instead });
  }
}

const valueOf = ({ type, value, priority }: DnsRecord) =>
  type === 'MX' ? { exchange: value, priority: priority ?? 10 } : value;
