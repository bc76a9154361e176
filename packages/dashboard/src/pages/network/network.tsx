import { useQuery } from '@tanstack/react-query';
import { Page } from '../../parts/page';
import { EmptyState, QueryBoundary } from '../../parts/states';
import { Table } from '../../parts/table';
import { control, type DnsName, type Host } from '../../service/control';
import { HostForm, DnsNameForm } from './set-forms';
import { RemoveEntry } from './remove-entry';
import { serviceUrl } from '../../service/urls';

/** What the functions' resolver answers, and where connections to a name end. */
export function Network() {
  const dns = useQuery({ queryKey: ['dns'], queryFn: control.dns });
  const hosts = useQuery({ queryKey: ['hosts'], queryFn: control.hosts });
  return (
    <Page title="DNS and hosts" lead="The world that the functions see from this machine.">
      <section aria-labelledby="hosts">
        <h2 id="hosts">Hosts</h2>
        <p className="lead">A public name that ends at a port of yours: the way to receive webhooks here.</p>
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
                Give one a name above, or from the terminal.
              </EmptyState>
            )
          }
        </QueryBoundary>
      </section>
      <section aria-labelledby="dns">
        <h2 id="dns">DNS</h2>
        <p className="lead">
          A name that is not set has an address and takes mail, except names that end in .invalid.
        </p>
        <DnsNameForm />
        <QueryBoundary query={dns}>
          {({ data }) =>
            data.length > 0 ? <DnsNameTable names={data} /> : <EmptyState title="No names are set" />
          }
        </QueryBoundary>
      </section>
    </Page>
  );
}

const hostColumns = [
  { label: 'Host' },
  { label: 'Leads to' },
  { label: 'Address', isMinor: true },
  { label: 'Remove', width: 'slim' },
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

const nameColumns = [{ label: 'Name' }, { label: 'Says' }, { label: 'Remove', width: 'slim' }] as const;

function DnsNameTable({ names }: { names: readonly DnsName[] }) {
  return (
    <div className="records">
      <Table caption="Names that are set" columns={nameColumns}>
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
