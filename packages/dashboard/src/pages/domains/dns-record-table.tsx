import type { DnsRecord, Domain } from '@carrier-nest/sdk';
import { Copyable } from '../../parts/copy';
import { Status } from '../../parts/status';
import { Table } from '../../parts/table';

const columns = [
  { label: 'Purpose', width: 'slim' },
  { label: 'Status', width: 'slim' },
  { label: 'Type', width: 'slim' },
  { label: 'Name' },
  { label: 'Value' },
] as const;

const purposes: Record<DnsRecord['kind'], string> = {
  dkim: 'Signature (DKIM)',
  spf: 'Sender (SPF)',
  dmarc: 'Policy (DMARC)',
  mail_from_mx: 'Return-Path',
  mail_from_spf: 'Return-Path (SPF)',
  inbound_mx: 'Inbound email',
  click_tracking: 'Open and click tracking',
  ownership: 'Ownership',
};

export function DnsRecordTable({ domain }: { domain: Domain }) {
  return (
    <div className="records">
      <Table caption={`DNS records of ${domain.domain}`} columns={columns}>
        {domain.dns_records.map((record) => (
          <DnsRecordRow key={`${record.kind} ${record.name} ${record.value}`} record={record} />
        ))}
      </Table>
    </div>
  );
}

function DnsRecordRow({ record }: { record: DnsRecord }) {
  const purpose = purposes[record.kind];
  return (
    <tr>
      <th scope="row">
        {purpose}
        {record.optional && <small>Optional</small>}
      </th>
      <td>
        <Status status={record.status} />
      </td>
      <td data-label="Type">
        {record.type}
        {record.priority !== null && <small>Priority {record.priority}</small>}
      </td>
      <td data-label="Name">
        <Copyable text={record.name} itemLabel={`name of the ${purpose} record`} />
      </td>
      <td data-label="Value">
        <Copyable text={record.value} itemLabel={`value of the ${purpose} record`} />
        {record.status === 'mismatch' && (
          <small>
            Found in DNS: <code>{record.found.join(', ')}</code>
          </small>
        )}
      </td>
    </tr>
  );
}
