import type { DnsRecord, Domain } from '@carrier-nest/sdk';
import { useMutation } from '@tanstack/react-query';
import { Failure } from '../../parts/states';
import { useToast } from '../../parts/toast';
import { control, type DnsName } from '../../service/control';

/** The DNS of this machine is at hand, so nobody need type records into it. */
export function PublishHere({ domain }: { domain: Domain }) {
  const say = useToast();
  const publish = useMutation({
    mutationFn: async () => {
      for (const { name, ...settings } of await merged(domain.dns_records))
        await control.putDns(name, settings);
    },
    onSuccess: () => say('Published in the DNS of this machine. Verify now.'),
  });
  if (domain.dns_records.every(({ status }) => status === 'ok')) return null;
  return (
    <>
      <p>
        <button type="button" onClick={() => publish.mutate()} disabled={publish.isPending}>
          Publish them in the DNS of this machine
        </button>
      </p>
      {publish.error && <Failure error={publish.error} />}
    </>
  );
}

/** A name has one set of records: what stands there already stays. */
async function merged(records: readonly DnsRecord[]): Promise<DnsName[]> {
  const standing = (await control.dns()).data;
  const byName = new Map<string, DnsName>();
  for (const record of records) {
    const { name } = record;
    const before = byName.get(name) ?? standing.find((one) => one.name === name && !one.error) ?? { name };
    byName.set(name, withRecord(before, record));
  }
  return [...byName.values()];
}

function withRecord(before: DnsName, { type, value, priority }: DnsRecord): DnsName {
  if (type === 'MX') return { ...before, MX: [{ exchange: value, priority: priority ?? 10 }] };
  if (type === 'CNAME') return { ...before, CNAME: [value] };
  return { ...before, TXT: [...new Set([...(before.TXT ?? []), value])] };
}
