import type { Automation, Enrollment, EnrollmentStatus } from '@carrier-nest/sdk';
import { SelectField } from '../../parts/field';
import { useFilters } from '../../parts/filters';
import { Pager } from '../../parts/pager';
import { usePageQuery } from '../../parts/query-list';
import { EmptyState, QueryBoundary } from '../../parts/states';
import { Table } from '../../parts/table';
import { Time } from '../../parts/time';
import { Total } from '../../parts/total';
import { useClient } from '../../service/client';
import { EnrollButton } from './enroll-button';
import { EnrollmentStatusBadge, enrollmentStatuses } from './status-badges';
import { RemoveEnrollment } from './remove-enrollment';
import { EnrollmentProgress } from './enrollment-progress';

const statuses = ['active', 'completed', 'canceled', 'failed'] as const satisfies readonly EnrollmentStatus[];

/** The active and past enrollments of an automation. */
export function Enrollments({ automation }: { automation: Automation }) {
  const { filters, setFilters } = useFilters();
  const status = statuses.find((option) => option === filters['status']);
  const query = useEnrollments(automation.id, status);
  return (
    <section aria-labelledby="people">
      <div className="section-head">
        <h2 id="people">Enrollments</h2>
        <EnrollButton automation={automation} />
      </div>
      <EnrollmentTotals automation={automation} />
      <div className="filters">
        <SelectField
          label="Status"
          value={status ?? ''}
          onChange={(selected) => setFilters({ status: selected })}
          options={[
            ['', 'All'],
            ...statuses.map((option) => [option, enrollmentStatuses[option].label] as const),
          ]}
        />
      </div>
      <QueryBoundary query={query}>
        {(page) => (
          <>
            {page.data.length > 0 ? (
              <EnrollmentTable automation={automation} enrollments={page.data} />
            ) : (
              <NoEnrollments automation={automation} status={status} hasMore={page.next_cursor !== null} />
            )}
            <Pager nextCursor={page.next_cursor} />
          </>
        )}
      </QueryBoundary>
    </section>
  );
}

function useEnrollments(id: string, status: EnrollmentStatus | undefined) {
  const client = useClient();
  return usePageQuery(
    ['enrollments', id],
    { ...(status && { status }) },
    (page, options) => client.listEnrollments(id, page, options),
    { refetchInterval: 5_000 },
  );
}

function EnrollmentTotals({ automation: { enrollments } }: { automation: Automation }) {
  return (
    <ul className="totals">
      {statuses.map((status) => (
        <Total key={status} label={enrollmentStatuses[status].label} value={enrollments[status]} />
      ))}
    </ul>
  );
}

const columns = [
  { label: 'Recipient' },
  { label: 'Status', width: 'slim' },
  { label: 'Progress', isMinor: true },
  { label: 'Enrolled', isMinor: true, width: 'time' },
  { label: 'Actions', width: 'slim' },
] as const;

interface EnrollmentTableProps {
  automation: Automation;
  enrollments: readonly Enrollment[];
}

function EnrollmentTable({ automation, enrollments }: EnrollmentTableProps) {
  return (
    <Table caption="Enrollments, newest first" columns={columns}>
      {enrollments.map((enrollment) => (
        <tr key={enrollment.id}>
          <th scope="row">
            {enrollment.email}
            <span className="under">
              <EnrollmentProgress automation={automation} enrollment={enrollment} />
            </span>
          </th>
          <td>
            <EnrollmentStatusBadge enrollment={enrollment} />
          </td>
          <td className="minor">
            <EnrollmentProgress automation={automation} enrollment={enrollment} />
          </td>
          <td className="minor time">
            <Time at={enrollment.enrolled_at} />
          </td>
          <td>
            {enrollment.status === 'active' && (
              <RemoveEnrollment automation={automation} enrollment={enrollment} />
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}

interface NoEnrollmentsProps {
  automation: Automation;
  status: EnrollmentStatus | undefined;
  hasMore: boolean;
}

function NoEnrollments({ automation, status, hasMore }: NoEnrollmentsProps) {
  if (hasMore)
    return (
      <EmptyState title="No enrollments on this page">
        Older pages may contain enrollments with this status.
      </EmptyState>
    );
  if (status)
    return (
      <EmptyState title="No enrollments with this status">Select “All” to see every enrollment.</EmptyState>
    );
  return (
    <EmptyState title="No enrollments yet">
      {automation.status === 'active'
        ? 'Recipients appear here when the trigger enrolls them. To try the automation, enroll a recipient by hand.'
        : 'Enrollments appear here after you activate the automation.'}
    </EmptyState>
  );
}
