import * as z from 'zod/mini';
import {
  dnsRecordKinds,
  dnsRecordStatuses,
  domainStatuses,
  partStatuses,
  riskClasses,
  type DnsRecord,
  type Domain,
} from './record';

const text = z.string();
const time = z.iso.datetime();

const DnsRecordSchema = z.object({
  kind: z.enum(dnsRecordKinds),
  type: z.enum(['CNAME', 'TXT', 'MX']),
  name: text,
  value: text,
  priority: z.nullable(z.int()),
  optional: z.boolean(),
  status: z.enum(dnsRecordStatuses),
  found: z.array(text),
});

/** contract.md 2.5 */
export const DomainSchema = z.object({
  id: z.uuid(),
  domain: text,
  risk_class: z.enum(riskClasses),
  status: z.enum(domainStatuses),
  dns_records: z.array(DnsRecordSchema),
  click_tracking: z.object({ hostname: text, status: z.enum(partStatuses) }),
  mail_from: z.object({ domain: text, status: z.enum(partStatuses) }),
  created_at: time,
  verified_at: z.nullable(time),
  last_checked_at: z.nullable(time),
});

export const CreateDomainSchema = z.object({
  domain: text,
  risk_class: z.optional(z.enum(riskClasses)),
});

export const DeletedDomainSchema = z.object({ id: z.uuid(), deleted: z.literal(true) });

export const presentDomain = (domain: Domain): z.infer<typeof DomainSchema> => ({
  id: domain.id,
  domain: domain.domain,
  risk_class: domain.riskClass,
  status: domain.status,
  dns_records: domain.dnsRecords.map(presentDnsRecord),
  click_tracking: { hostname: domain.tracking.hostname, status: domain.tracking.status },
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
