import type { EmailMetrics } from '@carrier-nest/sdk';
import { Table } from '../../parts/table';
import { count } from '../../parts/words';

const columns = [
  { says: 'Day' },
  { says: 'Sent', isNumber: true },
  { says: 'Delivered', isNumber: true },
  { says: 'Bounced', isNumber: true },
  { says: 'Complaints', isNumber: true, isMinor: true },
  { says: 'Opened', isNumber: true, isMinor: true },
  { says: 'Clicked', isNumber: true, isMinor: true },
] as const;

/** The latest day first. Days on which nothing happened are left out. */
export function DailyTable({ metrics }: { metrics: EmailMetrics }) {
  const days = metrics.daily.filter((day) =>
    Object.values(day).some((value) => typeof value === 'number' && value > 0),
  );
  if (days.length === 0) return <p className="quiet">Nothing was sent in this time.</p>;
  return (
    <Table caption="Mail by day" columns={columns}>
      {days.toReversed().map((day) => (
        <tr key={day.date}>
          <th scope="row">{day.date}</th>
          <td className="number">{count(day.sent)}</td>
          <td className="number">{count(day.delivered)}</td>
          <td className="number">{count(day.bounced)}</td>
          <td className="number minor">{count(day.complained)}</td>
          <td className="number minor">{count(day.opened)}</td>
          <td className="number minor">{count(day.clicked)}</td>
        </tr>
      ))}
    </Table>
  );
}
