import { save } from '../../parts/save';
import { Table } from '../../parts/table';
import { count } from '../../parts/words';
import { refusedHeader } from './columns';
import type { Refused } from './parts';
import type { ImportRun } from './run';

const columns = [
  { says: 'Line', isNumber: true, width: 'slim' },
  { says: 'Row' },
  { says: 'Reason' },
] as const;

const shownMax = 50;

/** What is wrong with the rows that were left out. All of them are in the file to download. */
export function RefusedRows({ run: { refused, plan }, number }: { run: ImportRun; number: number }) {
  if (number === 0) return null;
  const name = `${plan.table.file.name.replace(/\.\w+$/, '')}.refused.csv`;
  return (
    <section className="step" aria-labelledby="refused">
      <h2 id="refused">{number === 1 ? 'One refused row' : `${count(number)} refused rows`}</h2>
      <p className="lead">
        They are left out, and nothing of them was sent on. Mend them in the file, and import that.
      </p>
      <p>
        <button type="button" onClick={() => save(name, csvOf(plan.table.header, refused))}>
          Download them as a CSV
        </button>
      </p>
      <Table caption="Refused rows" columns={columns}>
        {refused.slice(0, shownMax).map(({ line, cells, reason }) => (
          <tr key={line}>
            <td className="number">{line}</td>
            <th scope="row">{shown(cells)}</th>
            <td>{reason}</td>
          </tr>
        ))}
      </Table>
      {number > shownMax && <p className="quiet">And {count(number - shownMax)} more, in the file.</p>}
    </section>
  );
}

const lengthMax = 120;

const shown = (cells: readonly string[]): string => {
  const text = cells.join(', ');
  return text.length > lengthMax ? `${text.slice(0, lengthMax)} …` : text;
};

/** The rows as they were, to be mended. Spreadsheets take a file without the mark for one in another encoding. */
function csvOf(header: readonly string[], refused: readonly Refused[]): Uint8Array {
  const rows = refused.map(({ line, reason, cells }) => [String(line), reason, ...cells]);
  const lines = [[...refusedHeader, ...header], ...rows].map((row) => row.map(quoted).join(','));
  return new TextEncoder().encode(`\uFEFF${lines.join('\r\n')}\r\n`);
}

const quoted = (cell: string): string =>
  /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
