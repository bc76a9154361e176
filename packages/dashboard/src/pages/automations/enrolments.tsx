import type { Automation, Enrollment, EnrollmentStatus } from '@carrier-nest/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Choice } from '../../parts/field';
import { useFilters } from '../../parts/filters';
import { Pager } from '../../parts/pager';
import { Empty, Loaded } from '../../parts/states';
import { Table } from '../../parts/table';
import { Time } from '../../parts/time';
import { count } from '../../parts/words';
import { useClient } from '../../service/client';
import { Enrol } from './enrol';
import { StandingOf, standings } from './state';
import { TakeOut } from './take-out';
import { Whereabouts } from './whereabouts';

const statuses = ['active', 'completed', 'canceled', 'failed'] as const satisfies readonly EnrollmentStatus[];

/** Who is and who was in it. */
export function Enrolments({ automation }: { automation: Automation }) {
  const { filters, filter } = useFilters();
  const status = statuses.find((one) => one === filters['status']);
  const query = useEnrolments(automation.id, status, filters['cursor']);
  return (
    <section aria-labelledby="people">
      <div className="section-head">
        <h2 id="people">People</h2>
        <Enrol automation={automation} />
      </div>
      <Totals automation={automation} />
      <div className="filters">
        <Choice
          label="Show"
          value={status ?? ''}
          onChange={(chosen) => filter({ status: chosen })}
          options={[['', 'Everybody'], ...statuses.map((one) => [one, standings[one].says] as const)]}
        />
      </div>
      <Loaded query={query}>
        {(page) => (
          <>
            {page.data.length > 0 ? (
              <Rows automation={automation} enrolments={page.data} />
            ) : (
              <Nobody automation={automation} status={status} hasMore={page.next_cursor !== null} />
            )}
            <Pager page={page} />
          </>
        )}
      </Loaded>
    </section>
  );
}

function useEnrolments(id: string, status: EnrollmentStatus | undefined, cursor: string | undefined) {
  const client = useClient();
  return useQuery({
    queryKey: ['enrolments', id, { status, cursor }],
    queryFn: async ({ signal }) =>
      client.listEnrollments(id, { ...(status && { status }), ...(cursor && { cursor }) }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 5_000,
  });
}

function Totals({ automation: { enrollments } }: { automation: Automation }) {
  return (
    <ul className="totals">
      {statuses.map((status) => (
        <li key={status}>
          <span>{standings[status].says}</span>
          <strong>{count(enrollments[status])}</strong>
        </li>
      ))}
    </ul>
  );
}

const columns = [
  { says: 'Who' },
  { says: 'Status', width: 'slim' },
  { says: 'Where they are', isMinor: true },
  { says: 'Taken in', isMinor: true, width: 'time' },
  { says: 'Take out', width: 'slim' },
] as const;

interface RowsProps {
  automation: Automation;
  enrolments: readonly Enrollment[];
}

function Rows({ automation, enrolments }: RowsProps) {
  return (
    <Table caption="People in this automation, the latest first" columns={columns}>
      {enrolments.map((enrolment) => (
        <tr key={enrolment.id}>
          <th scope="row">
            {enrolment.email}
            <span className="under">
              <Whereabouts automation={automation} enrolment={enrolment} />
            </span>
          </th>
          <td>
            <StandingOf enrolment={enrolment} />
          </td>
          <td className="minor">
            <Whereabouts automation={automation} enrolment={enrolment} />
          </td>
          <td className="minor time">
            <Time at={enrolment.enrolled_at} />
          </td>
          <td>
            {enrolment.status === 'active' && <TakeOut automation={automation} enrolment={enrolment} />}
          </td>
        </tr>
      ))}
    </Table>
  );
}

interface NobodyProps {
  automation: Automation;
  status: EnrollmentStatus | undefined;
  hasMore: boolean;
}

function Nobody({ automation, status, hasMore }: NobodyProps) {
  if (hasMore)
    return (
      <Empty title="Nobody on this page">The list goes on: there may be some among the older ones.</Empty>
    );
  if (status) return <Empty title="Nobody is at that">Show everybody to see who is or was in it.</Empty>;
  return (
    <Empty title="Nobody has been in it yet">
      {automation.status === 'active'
        ? 'They appear here as soon as they are taken in. Enrol somebody by hand to see how it goes.'
        : 'Nobody is taken in before it is active.'}
    </Empty>
  );
}
