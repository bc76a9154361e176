import type { EmailMetrics } from '@carrier-nest/sdk';
import { Table } from '../../parts/table';
import { formatCount } from '../../parts/format';

const columns = [
  { label: 'Day' },
  { label: 'Sent', isNumber: true },
  { label: 'Delivered', isNumber: true },
  { label: 'Bounced', isNumber: true },
  { label: 'Complaints', isNumber: true, isMinor: true },
  { label: 'Opened', isNumber: true, isMinor: true },
  { label: 'Clicked', isNumber: true, isMinor: true },
] as const;

/** The metrics by day, latest first. Days without any activity are omitted. */
export function DailyTable({ metrics }: { metrics: EmailMetrics }) {
  const days = metrics.daily.filter((day) =>
    Object.values(day).some((value) => typeof value === 'number' && value > 0),
  );
  if (days.length === 0) return <p className="quiet">No activity in this period.</p>;
  return (
    <Table caption="Email by day" columns={columns}>
      {days.toReversed().map((day) => (
        <tr key={day.date}>
          <th scope="row">{day.date}</th>
          <td className="number">{formatCount(day.sent)}</td>
          <td className="number">{formatCount(day.delivered)}</td>
          <td className="number">{formatCount(day.bounced)}</td>
          <td className="number minor">{formatCount(day.complained)}</td>
          <td className="number minor">{formatCount(day.opened)}</td>
          <td className="number minor">{formatCount(day.clicked)}</td>
        </tr>
      ))}
    </Table>
  );
}
