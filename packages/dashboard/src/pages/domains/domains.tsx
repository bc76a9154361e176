import type { Domain } from '@carrier-nest/sdk';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useLocation } from 'wouter';
import { useCurl } from '../../parts/curl';
import { Choice, Field } from '../../parts/field';
import { FormDialog } from '../../parts/form-dialog';
import { Page } from '../../parts/page';
import { Empty, Loaded } from '../../parts/states';
import { Status } from '../../parts/status';
import { Table } from '../../parts/table';
import { Time } from '../../parts/time';
import { useClient } from '../../service/client';

/** What the workspace sends from. */
export function Domains() {
  const client = useClient();
  const curl = useCurl();
  const query = useQuery({ queryKey: ['domains'], queryFn: async () => client.listDomains() });
  return (
    <Page
      title="Domains"
      lead="What you send from, and receive at. Each kind of mail has a domain, and a reputation, of its own."
      actions={<Add />}
    >
      <Loaded query={query}>
        {({ data }) =>
          data.length > 0 ? (
            <Rows domains={data} />
          ) : (
            <Empty
              title="No domains yet"
              command={curl('POST', '/v1/domains', { domain: 'your-domain.example' })}
            >
              Add the one that you own. You get the DNS records to publish.
            </Empty>
          )
        }
      </Loaded>
    </Page>
  );
}

const columns = [
  { says: 'Domain' },
  { says: 'Status', width: 'slim' },
  { says: 'For', isMinor: true, width: 'slim' },
  { says: 'Opens and clicks', isMinor: true, width: 'slim' },
  { says: 'Last checked', width: 'time', isMinor: true },
] as const;

function Rows({ domains }: { domains: readonly Domain[] }) {
  const [, navigate] = useLocation();
  return (
    <Table caption="Sending domains" columns={columns}>
      {domains.map((domain) => (
        <tr key={domain.id} className="opens" onClick={() => navigate(`/domains/${domain.id}`)}>
          <th scope="row">
            <Link href={`/domains/${domain.id}`} onClick={(event) => event.stopPropagation()}>
              {domain.domain}
            </Link>
            <span className="under">{domain.risk_class}</span>
          </th>
          <td>
            <Status of={domain.status} />
          </td>
          <td className="minor">{domain.risk_class}</td>
          <td className="minor">
            <Status of={domain.click_tracking.status} />
          </td>
          <td className="minor time">
            {domain.last_checked_at ? <Time at={domain.last_checked_at} /> : 'Not yet'}
          </td>
        </tr>
      ))}
    </Table>
  );
}

const kinds = [
  ['', 'Both: mail. and news. of it'],
  ['transactional', 'Transactional mail, from this very name'],
  ['marketing', 'Marketing mail, from this very name'],
] as const;

function Add() {
  const client = useClient();
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  return (
    <FormDialog
      says="Add a domain"
      isPrimary
      title="Add a domain"
      action="Add the domain"
      does={async (entered) => {
        const kind = kinds.find(([name]) => name === entered.text('kind'))?.[0];
        return client.createDomain({ domain: entered.text('domain'), ...(kind && { risk_class: kind }) });
      }}
      onDone={async ({ data: [first] }) => {
        await queries.invalidateQueries({ queryKey: ['domains'] });
        if (first) navigate(`/domains/${first.id}`);
      }}
    >
      <Field label="Domain" name="domain" required placeholder="your-domain.example" />
      <Choice label="For" name="kind" options={kinds} />
    </FormDialog>
  );
}
