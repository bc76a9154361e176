import type { DnsRecord, Domain } from '@carrier-nest/sdk';
import { useMutation } from '@tanstack/react-query';
import { ErrorMessage } from '../../parts/states';
import { useToast } from '../../parts/toast';
import { control, type DnsName } from '../../service/control';

/** Publishes the records in the local DNS, which the control API can change. */
export function PublishLocally({ domain }: { domain: Domain }) {
  const showToast = useToast();
  const publish = useMutation({
    mutationFn: async () => {
      for (const { name, ...settings } of await mergeRecords(domain.dns_records))
        await control.putDns(name, settings);
    },
    onSuccess: () => showToast('Published in the local DNS. Now verify the domain.'),
  });
  if (domain.dns_records.every(({ status }) => status === 'ok')) return null;
  return (
    <>
      <p>
        <button type="button" onClick={() => publish.mutate()} disabled={publish.isPending}>
          Publish in local DNS
        </button>
      </p>
      {publish.error && <ErrorMessage error={publish.error} />}
    </>
  );
}

/**
 * A call that sets the records of a name replaces the name's existing records, so the result includes the existing
 * records.
 */
async function mergeRecords(records: readonly DnsRecord[]): Promise<DnsName[]> {
  const existingNames = (await control.dns()).data;
  const byName = new Map<string, DnsName>();
  for (const record of records) {
    const { name } = record;
    const current = byName.get(name) ??
      existingNames.find((existing) => existing.name === name && !existing.error) ?? { name };
    byName.set(name, addRecord(current, record));
  }
  return [...byName.values()];
}

function addRecord(current: DnsName, { type, value, priority }: DnsRecord): DnsName {
  if (type === 'MX') return { ...current, MX: [{ exchange: value, priority: priority ?? 10 }] };
  if (type === 'CNAME') return { ...current, CNAME: [value] };
  return { ...current, TXT: [...new Set([...(current.TXT ?? []), value])] };
}
