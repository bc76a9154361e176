import { z } from 'zod';
import type { Zone } from '../network/zone';
import type { AdminClient } from './admin-client';

const DnsRecord = z.object({
  kind: z.string(),
  type: z.enum(['CNAME', 'TXT', 'MX']),
  name: z.string(),
  value: z.string(),
  priority: z.number().nullable(),
});

const Identity = z.looseObject({ id: z.string(), dns_records: z.array(DnsRecord) });

export interface NewDomain {
  domain: string;
  risk_class: 'transactional' | 'marketing';
  verified: boolean;
  tracking: boolean;
  warmup: boolean;
}

/** Creates a sending domain through the service and publishes the DNS records for the requested state. */
export async function addDomain(admin: AdminClient, zone: Zone, workspaceId: string, wanted: NewDomain) {
  const { domain, risk_class, warmup } = wanted;
  const created = Identity.parse(
    await admin.administer('createDomain', { workspace_id: workspaceId, domain, risk_class, warmup }),
  );
  publishRecords(
    zone,
    created.dns_records.filter(({ kind }) => (kind === 'click_tracking' ? wanted.tracking : wanted.verified)),
  );
  return admin.administer('verifyDomain', { workspace_id: workspaceId, id: created.id });
}

/** Adds the records to the zone. Records of other types under the same names are kept. */
function publishRecords(zone: Zone, records: readonly z.infer<typeof DnsRecord>[]): void {
  for (const { kind, name, type, value, priority } of records) {
    const existing = zone.get(name) ?? {};
    const otherRecords = 'error' in existing ? {} : existing;
    if (type === 'MX')
      zone.put(name, { ...otherRecords, MX: [{ exchange: value, priority: priority ?? 10 }] });
    else if (kind === 'ownership')
      zone.put(name, { ...otherRecords, TXT: [...(otherRecords.TXT ?? []), value] });
    else zone.put(name, { ...otherRecords, [type]: [value] });
  }
}
