import type { Automation } from '@carrier-nest/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'wouter';
import { useFilters } from '../../parts/filters';
import { Page } from '../../parts/page';
import { Pager } from '../../parts/pager';
import { Empty, Loaded } from '../../parts/states';
import { Table } from '../../parts/table';
import { capital, count } from '../../parts/words';
import { useCurl } from '../../parts/curl';
import { useClient } from '../../service/client';
import { StateOf } from './state';
import { beginsWhen } from './words';

/** Sequences of mails that each person goes through at their own time. */
export function Automations() {
  const { cursor } = useFilters().filters;
  const client = useClient();
  const query = useQuery({
    queryKey: ['automations', { cursor }],
    queryFn: async ({ signal }) => client.listAutomations({ ...(cursor && { cursor }) }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
  });
  return (
    <Page
      title="Automations"
      lead="Sequences of marketing mails. Each person goes through them at their own time, and leaves when they unsubscribe, answer, or have what you wanted."
      actions={
        <>
          <Link href="/automations/new" className="button primary">
            Write an automation
          </Link>
          <Link href="/automations/event" className="button">
            Send an event
          </Link>
        </>
      }
    >
      <Loaded query={query}>
        {(page) =>
          page.data.length > 0 ? (
            <>
              <Rows automations={page.data} />
              <Pager page={page} />
            </>
          ) : (
            <NothingYet />
          )
        }
      </Loaded>
    </Page>
  );
}

const columns = [
  { says: 'Automation' },
  { says: 'Status', width: 'slim' },
  { says: 'Begins when', isMinor: true },
  { says: 'In it', isNumber: true, width: 'slim' },
  { says: 'Completed', isNumber: true, isMinor: true, width: 'slim' },
  { says: 'Left', isNumber: true, isMinor: true, width: 'slim' },
  { says: 'Failed', isNumber: true, isMinor: true, width: 'slim' },
] as const;

function Rows({ automations }: { automations: readonly Automation[] }) {
  return (
    <Table caption="Automations, newest first" columns={columns}>
      {automations.map((automation) => (
        <Row key={automation.id} automation={automation} />
      ))}
    </Table>
  );
}

function Row({ automation }: { automation: Automation }) {
  const [, navigate] = useLocation();
  const { enrollments: numbers, steps, trigger } = automation;
  const path = `/automations/${automation.id}`;
  const begins = capital(beginsWhen(trigger));
  return (
    <tr className="opens" onClick={() => navigate(path)}>
      <th scope="row">
        <Link href={path} onClick={(event) => event.stopPropagation()}>
          {automation.name}
        </Link>
        <small>{steps.length === 1 ? '1 step' : `${steps.length} steps`}</small>
        <span className="under">{begins}</span>
        <span className="under">
          {count(numbers.completed)} completed, {count(numbers.canceled)} left, {count(numbers.failed)} failed
        </span>
      </th>
      <td>
        <StateOf automation={automation} />
      </td>
      <td className="minor">{begins}</td>
      <td className="number">{count(numbers.active)}</td>
      <td className="minor number">{count(numbers.completed)}</td>
      <td className="minor number">{count(numbers.canceled)}</td>
      <td className="minor number">{count(numbers.failed)}</td>
    </tr>
  );
}

function NothingYet() {
  const curl = useCurl();
  return (
    <Empty
      title="No automations yet"
      command={curl('POST', '/v1/automations', {
        name: 'Welcome',
        slug: 'welcome',
        identity_id: 'the id of a marketing domain',
        from: 'Robin <robin@news.your-domain.example>',
        trigger: { kind: 'event', event_name: 'signed_up' },
        steps: [{ delay_minutes: 0, subject: 'Welcome', html: '<p>Good to have you.</p>' }],
      })}
    >
      <Link href="/automations/new">Write the first one</Link>: a welcome, a follow-up, a trial. It begins as
      a draft, and sends nothing before you activate it.
    </Empty>
  );
}
