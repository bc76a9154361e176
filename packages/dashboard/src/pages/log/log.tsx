import type { Email, EmailStatus } from '@carrier-nest/sdk';
import { useCurlCommand, useExampleSender } from '../../parts/curl';
import { SelectField, InputField } from '../../parts/field';
import { useFilters } from '../../parts/filters';
import { Page } from '../../parts/page';
import { QueryList, usePageQuery } from '../../parts/query-list';
import { SearchForm } from '../../parts/search-form';
import { EmptyState } from '../../parts/states';
import { Status } from '../../parts/status';
import { LinkRow, Table } from '../../parts/table';
import { Time } from '../../parts/time';
import { capitalize, summarizeList } from '../../parts/format';
import { useClient } from '../../service/client';

const statuses = [
  'queued',
  'scheduled',
  'sent',
  'delivered',
  'bounced',
  'complained',
  'rejected',
  'canceled',
  'failed',
] as const satisfies readonly EmailStatus[];

const findStatus = (text: string | undefined): EmailStatus | undefined =>
  statuses.find((status) => status === text);

/** All emails of the workspace, newest first. */
export function Log() {
  const { filters } = useFilters();
  const client = useClient();
  const { to, cursor } = filters;
  const status = findStatus(filters['status']);
  const query = usePageQuery(
    ['emails'],
    { ...(status && { status }), ...(to && { to }) },
    (page, options) => client.listEmails(page, options),
    { refetchInterval: 10_000 },
  );
  return (
    <Page title="Log" lead="All emails of the workspace: sent, scheduled, held or refused.">
      <FilterBar />
      <QueryList query={query} empty={<NoEmails isFiltered={Boolean(status ?? to ?? cursor)} />}>
        {({ data }) => <EmailTable emails={data} />}
      </QueryList>
    </Page>
  );
}

function FilterBar() {
  const { filters, setFilters } = useFilters();
  return (
    <SearchForm
      label="Filter the log"
      submitLabel="Filter"
      onSearch={(formValues) => setFilters({ to: formValues.text('to') })}
      onClear={
        (filters['to'] ?? filters['status']) && (() => setFilters({ to: undefined, status: undefined }))
      }
    >
      <SelectField
        label="Status"
        value={filters['status'] ?? ''}
        onChange={(status) => setFilters({ status })}
        options={[['', 'Any'], ...statuses.map((option) => [option, capitalize(option)] as const)]}
      />
      <InputField
        key={filters['to']}
        label="To"
        name="to"
        type="email"
        defaultValue={filters['to'] ?? ''}
        placeholder="kim@example.com"
      />
    </SearchForm>
  );
}

const columns = [
  { label: 'To' },
  { label: 'Status', width: 'slim' },
  { label: 'Subject', isMinor: true },
  { label: 'Time', width: 'time', isMinor: true },
] as const;

const listedTime = (email: Email): string => email.sent_at ?? email.scheduled_at ?? email.created_at;

function EmailTable({ emails }: { emails: readonly Email[] }) {
  return (
    <Table caption="Emails, newest first" columns={columns}>
      {emails.map((email) => (
        <LinkRow
          key={email.id}
          href={`/log/${email.id}`}
          label={summarizeList(email.to)}
          details={
            <>
              <span className="under">{email.subject}</span>
              <span className="under">
                <Time at={listedTime(email)} />
              </span>
            </>
          }
        >
          <td>
            <Status status={email.status} />
          </td>
          <td className="minor">{email.subject}</td>
          <td className="minor time">
            <Time at={listedTime(email)} />
          </td>
        </LinkRow>
      ))}
    </Table>
  );
}

function NoEmails({ isFiltered }: { isFiltered: boolean }) {
  const buildCurl = useCurlCommand();
  const from = useExampleSender();
  if (isFiltered)
    return <EmptyState title="No matching emails">Clear the filters to see all emails.</EmptyState>;
  return (
    <EmptyState
      title="No emails yet"
      command={buildCurl('POST', '/v1/emails', {
        from,
        to: 'kim@example.com',
        subject: 'Hello',
        text: 'It works.',
      })}
    >
      Sent and scheduled emails appear here. Send the first email with this command.
    </EmptyState>
  );
}
