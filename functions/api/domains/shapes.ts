import * as z from '../../../shared/schema/schema';
import {
  dnsRecordKinds,
  dnsRecordStatuses,
  domainStatuses,
  setupStatuses,
  riskClasses,
} from '../../../shared/db/records/domains';
import { listOf, timestamp, untrusted } from '../../../shared/http/shapes';

const text = z.string();

export const RiskClassSchema = z.enum(riskClasses);

/** The status of the tracking hostname and of the Return-Path. */
export const PartStatusSchema = z.enum(setupStatuses);

export const DnsRecordSchema = z.object({
  kind: z.enum(dnsRecordKinds),
  type: z.enum(['CNAME', 'TXT', 'MX']),
  name: text,
  value: text,
  priority: z.nullable(z.int()),
  optional: z.boolean(),
  status: z.enum(dnsRecordStatuses),
  found: untrusted(z.array(text)),
});

/** See DM-1. */
export const DomainSchema = z.object({
  id: z.uuid(),
  domain: text,
  risk_class: RiskClassSchema,
  status: z.enum(domainStatuses),
  dns_records: z.array(DnsRecordSchema),
  click_tracking: z.object({
    hostname: text,
    status: PartStatusSchema,
    problem: untrusted(z.nullable(text)),
  }),
  mail_from: z.object({ domain: text, status: PartStatusSchema }),
  created_at: timestamp,
  verified_at: z.nullable(timestamp),
  last_checked_at: z.nullable(timestamp),
});

export const DomainListSchema = listOf(DomainSchema);

export const NewDomainRequestSchema = z.object({
  domain: text,
  risk_class: z.optional(RiskClassSchema),
});

export const DeletedDomainSchema = z.object({ id: z.uuid(), deleted: z.literal(true) });
