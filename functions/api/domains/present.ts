import type * as z from 'zod/mini';
import type { DnsRecord, Domain } from '../../../shared/db/records/domains';
import type { DnsRecordSchema, DomainSchema } from './shapes';

export const presentDomain = (domain: Domain): z.infer<typeof DomainSchema> => ({
  id: domain.id,
  domain: domain.domain,
  risk_class: domain.riskClass,
  status: domain.status,
  dns_records: domain.dnsRecords.map(presentDnsRecord),
  click_tracking: {
    hostname: domain.tracking.hostname,
    status: domain.tracking.status,
    problem: domain.trackingFailure?.problem ?? null,
  },
  mail_from: { domain: domain.mailFrom.domain, status: domain.mailFrom.status },
  created_at: domain.createdAt,
  verified_at: domain.verifiedAt,
  last_checked_at: domain.lastCheckedAt,
});

const presentDnsRecord = (record: DnsRecord): z.infer<typeof DnsRecordSchema> => ({
  kind: record.kind,
  type: record.type,
  name: record.name,
  value: record.value,
  priority: record.priority,
  optional: record.optional,
  status: record.status,
  found: [...record.found],
});
