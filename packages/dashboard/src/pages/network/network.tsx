import { useQuery } from '@tanstack/react-query';
import { Page } from '../../parts/page';
import { EmptyState, QueryBoundary } from '../../parts/states';
import { Table } from '../../parts/table';
import { control, type DnsName, type Host } from '../../service/control';
import { HostForm, DnsNameForm } from './set-forms';
import { RemoveEntry } from './remove-entry';
import { serviceUrl } from '../../service/urls';

/** The DNS responses that the functions get, and the targets of their connections. */
export function Network() {
  const dns = useQuery({ queryKey: ['dns'], queryFn: control.dns });
  const hosts = useQuery({ queryKey: ['hosts'], queryFn: control.hosts });
  return (
    <Page title="DNS and hosts" lead="DNS names and hosts that the functions use locally.">
      <section aria-labelledby="hosts">
        <h2 id="hosts">Hosts</h2>
        <p className="lead">A host maps a public name to a local port, for example to receive webhooks.</p>
        <HostForm />
        <QueryBoundary query={hosts}>
          {({ data }) =>
            data.length > 0 ? (
              <HostTable hosts={data} />
            ) : (
              <EmptyState
                title="No hosts yet"
                command={`curl -X PUT ${serviceUrl}/control/hosts/hooks.acme.example \\\n  -H 'Content-Type: application/json' -d '{"to":"127.0.0.1:9999"}'`}
              >
                Map a host with the form above or with this command.
              </EmptyState>
            )
          }
        </QueryBoundary>
      </section>
      <section aria-labelledby="dns">
        <h2 id="dns">DNS</h2>
        <p className="lead">
          A name without an entry has an address and accepts email, unless it ends in .invalid.
        </p>
        <DnsNameForm />
        <QueryBoundary query={dns}>
          {({ data }) =>
            data.length > 0 ? (
              <DnsNameTable names={data} />
            ) : (
              <EmptyState title="No DNS entries yet">
                Save a name with the form above to set its records.
              </EmptyState>
            )
          }
        </QueryBoundary>
      </section>
    </Page>
  );
}

const hostColumns = [
  { label: 'Host' },
  { label: 'Target' },
  { label: 'Address', isMinor: true },
  { label: 'Actions', width: 'slim' },
] as const;

function HostTable({ hosts }: { hosts: readonly Host[] }) {
  return (
    <Table caption="Hosts" columns={hostColumns}>
      {hosts.map(({ name, to, address }) => (
        <tr key={name}>
          <th scope="row">{name}</th>
          <td>
            <code>{to}</code>
          </td>
          <td className="minor">
            <code>{address}</code>
          </td>
          <td>
            <RemoveEntry name={name} remove={() => control.deleteHost(name)} list="hosts" />
          </td>
        </tr>
      ))}
    </Table>
  );
}

const nameColumns = [{ label: 'Name' }, { label: 'Records' }, { label: 'Actions', width: 'slim' }] as const;

function DnsNameTable({ names }: { names: readonly DnsName[] }) {
  return (
    <div className="records">
      <Table caption="DNS entries" columns={nameColumns}>
        {names.map((name) => (
          <tr key={name.name}>
            <th scope="row">{name.name}</th>
            <td>
              {formatRecords(name).map((line) => (
                <code key={line} className="line">
                  {line}
                </code>
              ))}
            </td>
            <td>
              <RemoveEntry name={name.name} remove={() => control.deleteDns(name.name)} list="dns" />
            </td>
          </tr>
        ))}
      </Table>
    </div>
  );
}

function formatRecords({ A = [], AAAA = [], MX = [], TXT = [], CNAME = [], error }: DnsName): string[] {
  const lines = [
    ...A.map((value) => `A ${value}`),
    ...AAAA.map((value) => `AAAA ${value}`),
    ...MX.map(({ exchange, priority }) => `MX ${priority} ${exchange}`),
    ...CNAME.map((value) => `CNAME ${value}`),
    ...TXT.map((value) => `TXT ${value}`),
    ...(error ? [error] : []),
  ];
  return lines.length > 0 ? lines : ['No records'];
}
