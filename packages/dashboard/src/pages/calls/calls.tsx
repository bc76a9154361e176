import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { SelectField, InputField } from '../../parts/field';
import { useFilters } from '../../parts/filters';
import { Page } from '../../parts/page';
import { EmptyState, QueryBoundary } from '../../parts/states';
import { Status } from '../../parts/status';
import { Table } from '../../parts/table';
import { Time } from '../../parts/time';
import { formatCount } from '../../parts/format';
import { control, type AwsCall } from '../../service/control';

const periodOptions = [
  ['1', 'Last minute'],
  ['10', 'Last 10 minutes'],
  ['60', 'Last hour'],
  ['1440', 'Last day'],
] as const;

const readMax = 2_000;
const shownMax = 100;

/** The AWS calls of the functions, with their consumed capacity and the calling function. */
export function Calls() {
  const { filters, setFilters, replaceFilters } = useFilters();
  const minutes = periodOptions.find(([name]) => name === filters['minutes'])?.[0] ?? '10';
  const query = useQuery({
    queryKey: ['calls', minutes],
    queryFn: () => fetchRecentCalls(Number(minutes)),
    placeholderData: keepPreviousData,
  });
  return (
    <Page
      title="AWS calls"
      lead="AWS calls of the functions and the capacity they consumed."
      actions={
        <button type="button" onClick={() => void query.refetch()}>
          Refresh
        </button>
      }
    >
      <div className="filters">
        <SelectField
          label="Period"
          value={minutes}
          options={periodOptions}
          onChange={(selected) => setFilters({ minutes: selected })}
        />
        <InputField
          label="Function or call"
          type="search"
          value={filters['of'] ?? ''}
          placeholder="sendEmail, PutItem"
          onChange={(event) => replaceFilters({ of: event.target.value })}
        />
      </div>
      <QueryBoundary query={query}>
        {(calls) => <CallResults calls={calls} search={filters['of'] ?? ''} />}
      </QueryBoundary>
    </Page>
  );
}

async function fetchRecentCalls(minutes: number): Promise<AwsCall[]> {
  const { now } = await control.clock();
  const since = new Date(Date.parse(now) - minutes * 60_000).toISOString();
  return (await control.calls(since, readMax)).data.reverse();
}

function CallResults({ calls, search }: { calls: readonly AwsCall[]; search: string }) {
  const searchText = search.toLowerCase();
  const matches = calls.filter(({ function: functionName, operation, target, service }) =>
    `${functionName} ${service}.${operation} ${target}`.toLowerCase().includes(searchText),
  );
  if (matches.length === 0)
    return (
      <EmptyState title="No matching calls">Send an email or open another page, then refresh.</EmptyState>
    );
  return (
    <>
      <p className="quiet">{summaryOf(matches, calls.length)}</p>
      <CallTable calls={matches.slice(0, shownMax)} />
    </>
  );
}

function summaryOf(matches: readonly AwsCall[], readCount: number): string {
  const sum = (field: 'read_units' | 'write_units') =>
    formatCount(matches.reduce((total, call) => total + call[field], 0));
  const shownNote = matches.length > shownMax ? ` The newest ${shownMax} are shown.` : '';
  const truncatedNote =
    readCount >= readMax ? ` Only the newest ${formatCount(readMax)} calls were read.` : '';
  return `${formatCount(matches.length)} calls, ${sum('read_units')} read units, ${sum('write_units')} write units.${shownNote}${truncatedNote}`;
}

const columns = [
  { label: 'Call' },
  { label: 'Function', isMinor: true },
  { label: 'Read', isNumber: true, width: 'slim' },
  { label: 'Write', isNumber: true, width: 'slim' },
  { label: 'ms', isNumber: true, isMinor: true, width: 'slim' },
  { label: 'Time', isMinor: true, width: 'time' },
] as const;

function CallTable({ calls }: { calls: readonly AwsCall[] }) {
  return (
    <Table caption="AWS calls, newest first" columns={columns}>
      {calls.map((call, index) => (
        <tr key={`${call.at} ${call.request_id} ${index}`}>
          <th scope="row">
            {call.service}.{call.operation}
            <small>{call.target}</small>
            {call.error && <Status status="failed" label={call.error} />}
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
