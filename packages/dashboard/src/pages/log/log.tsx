import type { Email, EmailStatus } from '@carrier-nest/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'wouter';
import { useCurl, useSender } from '../../parts/curl';
import { Choice, Field } from '../../parts/field';
import { useFilters } from '../../parts/filters';
import { Page } from '../../parts/page';
import { Pager } from '../../parts/pager';
import { Empty, Loaded } from '../../parts/states';
import { Status } from '../../parts/status';
import { Table } from '../../parts/table';
import { Time } from '../../parts/time';
import { capital, several } from '../../parts/words';
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

const statusOf = (text: string | undefined): EmailStatus | undefined =>
  statuses.find((status) => status === text);

/** All mail of the workspace, the newest first. */
export function Log() {
  const { filters } = useFilters();
  const client = useClient();
  const { to, cursor } = filters;
  const status = statusOf(filters['status']);
  const query = useQuery({
    queryKey: ['emails', { status, to, cursor }],
    queryFn: async ({ signal }) =>
      client.listEmails(
        { ...(status && { status }), ...(to && { to }), ...(cursor && { cursor }) },
        { signal },
      ),
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
  });
  return (
    <Page title="Log" lead="All mail of the workspace: what was sent, is due, is held, or was refused.">
      <FilterBar />
      <Loaded query={query}>
        {(page) =>
          page.data.length > 0 ? (
            <>
              <Rows emails={page.data} />
              <Pager page={page} />
            </>
          ) : (
            <NothingYet isFiltered={Boolean(status ?? to ?? cursor)} />
          )
        }
      </Loaded>
    </Page>
  );
}

function FilterBar() {
  const { filters, filter } = useFilters();
  return (
    <form
      className="filters"
      role="search"
      aria-label="Filter the log"
      onSubmit={(event) => {
        event.preventDefault();
        const to = new FormData(event.currentTarget).get('to');
        filter({ to: typeof to === 'string' ? to.trim() : '' });
      }}
    >
      <Choice
        label="Status"
        value={filters['status'] ?? ''}
        onChange={(status) => filter({ status })}
        options={[['', 'Any'], ...statuses.map((one) => [one, capital(one)] as const)]}
      />
      <Field
        key={filters['to']}
        label="To"
        name="to"
        type="email"
        defaultValue={filters['to'] ?? ''}
        placeholder="kim@example.com"
      />
      <button>Filter</button>
      {(filters['to'] ?? filters['status']) && (
        <button type="button" onClick={() => filter({ to: undefined, status: undefined })}>
          Clear
        </button>
      )}
    </form>
  );
}

const columns = [
  { says: 'To' },
  { says: 'Status', width: 'slim' },
  { says: 'Subject', isMinor: true },
  { says: 'When', width: 'time', isMinor: true },
] as const;

const timeOf = (email: Email): string => email.sent_at ?? email.scheduled_at ?? email.created_at;

function Rows({ emails }: { emails: readonly Email[] }) {
  const [, navigate] = useLocation();
  return (
    <Table caption="Emails, newest first" columns={columns}>
      {emails.map((email) => (
        <tr key={email.id} className="opens" onClick={() => navigate(`/log/${email.id}`)}>
          <th scope="row">
            <Link href={`/log/${email.id}`} onClick={(event) => event.stopPropagation()}>
              {several(email.to)}
            </Link>
            <span className="under">{email.subject}</span>
            <span className="under">
              <Time at={timeOf(email)} />
            </span>
          </th>
          <td>
            <Status of={email.status} />
          </td>
          <td className="minor">{email.subject}</td>
          <td className="minor time">
            <Time at={timeOf(email)} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

function NothingYet({ isFiltered }: { isFiltered: boolean }) {
  const curl = useCurl();
  const from = useSender();
  if (isFiltered) return <Empty title="No mail is like that">Clear the filters to see all of it.</Empty>;
  return (
    <Empty
      title="No mail yet"
      command={curl('POST', '/v1/emails', {
        from,
        to: 'kim@example.com',
        subject: 'Hello',
        text: 'It works.',
      })}
    >
      Send a first one, and it appears here.
    </Empty>
  );
}
