import type { DnsRecord, Domain } from '@carrier-nest/sdk';
import { useMutation } from '@tanstack/react-query';
import { ErrorMessage } from '../../parts/states';
import { useToast } from '../../parts/toast';
import { control, type DnsName } from '../../service/control';

/** The DNS of this machine is at hand, so nobody need type records into it. */
export function PublishLocally({ domain }: { domain: Domain }) {
  const showToast = useToast();
  const publish = useMutation({
    mutationFn: async () => {
      for (const { name, ...settings } of await mergeRecords(domain.dns_records))
        await control.putDns(name, settings);
    },
    onSuccess: () => showToast('Published in the DNS of this machine. Verify now.'),
  });
  if (domain.dns_records.every(({ status }) => status === 'ok')) return null;
  return (
    <>
      <p>
        <button type="button" onClick={() => publish.mutate()} disabled={publish.isPending}>
          Publish them in the DNS of this machine
        </button>
      </p>
      {publish.error && <ErrorMessage error={publish.error} />}
    </>
  );
}

/** A name has one set of records: what stands there already stays. */
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
