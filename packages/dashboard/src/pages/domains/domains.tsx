import type { Domain } from '@carrier-nest/sdk';
import { useQuery } from '@tanstack/react-query';
import { useCurlCommand } from '../../parts/curl';
import { SelectField, InputField } from '../../parts/field';
import { FormDialog } from '../../parts/form-dialog';
import { Page } from '../../parts/page';
import { QueryList } from '../../parts/query-list';
import { EmptyState } from '../../parts/states';
import { Status } from '../../parts/status';
import { LinkRow, Table } from '../../parts/table';
import { Time } from '../../parts/time';
import { useClient } from '../../service/client';

/** The sending domains of the workspace. */
export function Domains() {
  const client = useClient();
  const buildCurl = useCurlCommand();
  const query = useQuery({ queryKey: ['domains'], queryFn: async () => client.listDomains() });
  return (
    <Page
      title="Domains"
      lead="Domains for sending and receiving, one per type of email."
      actions={<AddDomainButton />}
    >
      <QueryList
        query={query}
        empty={
          <EmptyState
            title="No domains yet"
            command={buildCurl('POST', '/v1/domains', { domain: 'your-domain.example' })}
          >
            Domains separate the reputation of transactional and marketing email. Add a domain that you own to
            get the DNS records to publish.
          </EmptyState>
        }
      >
        {({ data }) => <DomainTable domains={data} />}
      </QueryList>
    </Page>
  );
}

const columns = [
  { label: 'Domain' },
  { label: 'Status', width: 'slim' },
  { label: 'Email type', isMinor: true, width: 'slim' },
  { label: 'Tracking', isMinor: true, width: 'slim' },
  { label: 'Last checked', width: 'time', isMinor: true },
] as const;

function DomainTable({ domains }: { domains: readonly Domain[] }) {
  return (
    <Table caption="Sending domains" columns={columns}>
      {domains.map((domain) => (
        <LinkRow
          key={domain.id}
          href={`/domains/${domain.id}`}
          label={domain.domain}
          details={<span className="under">{domain.risk_class}</span>}
        >
          <td>
            <Status status={domain.status} />
          </td>
          <td className="minor">{domain.risk_class}</td>
          <td className="minor">
            <Status status={domain.click_tracking.status} />
          </td>
          <td className="minor time">
            {domain.last_checked_at ? <Time at={domain.last_checked_at} /> : 'Never'}
          </td>
        </LinkRow>
      ))}
    </Table>
  );
}

const riskClassOptions = [
  ['', 'Transactional and marketing email, on the subdomains mail. and news.'],
  ['transactional', 'Transactional email, on exactly this domain'],
  ['marketing', 'Marketing email, on exactly this domain'],
] as const;

function AddDomainButton() {
  const client = useClient();
  return (
    <FormDialog
      buttonLabel="Add domain"
      isPrimary
      title="Add a domain"
      submitLabel="Add"
      onSubmit={async (formValues) => {
        const riskClass = riskClassOptions.find(([name]) => name === formValues.text('kind'))?.[0];
        return client.createDomain({
          domain: formValues.text('domain'),
          ...(riskClass && { risk_class: riskClass }),
        });
      }}
      navigateTo={({ data: [first] }) => first && `/domains/${first.id}`}
      invalidateKeys={[['domains']]}
    >
      <InputField label="Domain" name="domain" required placeholder="your-domain.example" />
      <SelectField label="Email type" name="kind" options={riskClassOptions} />
    </FormDialog>
  );
}
