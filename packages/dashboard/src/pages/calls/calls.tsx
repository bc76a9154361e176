import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Choice, Field } from '../../parts/field';
import { useFilters } from '../../parts/filters';
import { Page } from '../../parts/page';
import { Empty, Loaded } from '../../parts/states';
import { Status } from '../../parts/status';
import { Table } from '../../parts/table';
import { Time } from '../../parts/time';
import { count } from '../../parts/words';
import { control, type AwsCall } from '../../service/control';

const periods = [
  ['1', 'The last minute'],
  ['10', 'The last 10 minutes'],
  ['60', 'The last hour'],
  ['1440', 'The last day'],
] as const;

const readMax = 2_000;
const shownMax = 100;

/** What the functions asked AWS for, what it cost, and who asked. */
export function Calls() {
  const { filters, filter, refine } = useFilters();
  const minutes = periods.find(([name]) => name === filters['minutes'])?.[0] ?? '10';
  const query = useQuery({
    queryKey: ['calls', minutes],
    queryFn: () => recent(Number(minutes)),
    placeholderData: keepPreviousData,
  });
  return (
    <Page
      title="Calls"
      lead="Every AWS call of the functions, with the capacity that it consumed, the newest first."
      actions={
        <button type="button" onClick={() => void query.refetch()}>
          Refresh
        </button>
      }
    >
      <div className="filters">
        <Choice
          label="From"
          value={minutes}
          options={periods}
          onChange={(chosen) => filter({ minutes: chosen })}
        />
        <Field
          label="Function or call"
          type="search"
          value={filters['of'] ?? ''}
          placeholder="sendEmail, PutItem …"
          onChange={(event) => refine({ of: event.target.value })}
        />
      </div>
      <Loaded query={query}>{(calls) => <Found calls={calls} of={filters['of'] ?? ''} />}</Loaded>
    </Page>
  );
}

async function recent(minutes: number): Promise<AwsCall[]> {
  const { now } = await control.clock();
  const since = new Date(Date.parse(now) - minutes * 60_000).toISOString();
  return (await control.calls(since, readMax)).data.reverse();
}

function Found({ calls, of }: { calls: readonly AwsCall[]; of: string }) {
  const wanted = of.toLowerCase();
  const found = calls.filter(({ function: by, operation, target, service }) =>
    `${by} ${service}.${operation} ${target}`.toLowerCase().includes(wanted),
  );
  if (found.length === 0)
    return <Empty title="No calls like that">Send a mail or open another page, then refresh.</Empty>;
  return (
    <>
      <p className="quiet">{summaryOf(found, calls.length)}</p>
      <Rows calls={found.slice(0, shownMax)} />
    </>
  );
}

function summaryOf(found: readonly AwsCall[], read: number): string {
  const sum = (field: 'read_units' | 'write_units') =>
    count(found.reduce((total, call) => total + call[field], 0));
  const shown = found.length > shownMax ? ` The newest ${shownMax} are shown.` : '';
  const cut = read >= readMax ? ` More were made: these are of the newest ${count(readMax)}.` : '';
  return `${count(found.length)} calls, ${sum('read_units')} read units, ${sum('write_units')} write units.${shown}${cut}`;
}

const columns = [
  { says: 'Call' },
  { says: 'By', isMinor: true },
  { says: 'Read', isNumber: true, width: 'slim' },
  { says: 'Write', isNumber: true, width: 'slim' },
  { says: 'ms', isNumber: true, isMinor: true, width: 'slim' },
  { says: 'When', isMinor: true, width: 'time' },
] as const;

function Rows({ calls }: { calls: readonly AwsCall[] }) {
  return (
    <Table caption="AWS calls, newest first" columns={columns}>
      {calls.map((call, place) => (
        <tr key={`${call.at} ${call.request_id} ${place}`}>
          <th scope="row">
            {call.service}.{call.operation}
            <small>{call.target}</small>
            {call.error && <Status of="failed" says={call.error} />}
          </th>
          <td className="minor" title={call.function}>
            {call.function.replace(/^.*-/, '')}
          </td>
          <td className="number">{call.read_units || ''}</td>
          <td className="number">{call.write_units || ''}</td>
          <td className="number minor">{Math.round(call.duration_ms)}</td>
          <td className="minor time">
            <Time at={call.at} exact />
          </td>
        </tr>
      ))}
    </Table>
  );
}
