import { downloadFile } from '../../parts/download-file';
import { Table } from '../../parts/table';
import { formatCount } from '../../parts/format';
import { refusedRowsHeader } from './columns';
import type { RefusedRow } from './batches';
import type { ImportRun } from './import-run';

const columns = [
  { label: 'Line', isNumber: true, width: 'slim' },
  { label: 'Row' },
  { label: 'Reason' },
] as const;

const shownMax = 50;

/** What is wrong with the rows that were left out. All of them are in the file to download. */
export function RefusedRows({
  run: { refused, plan },
  refusedCount,
}: {
  run: ImportRun;
  refusedCount: number;
}) {
  if (refusedCount === 0) return null;
  const name = `${plan.table.file.name.replace(/\.\w+$/, '')}.refused.csv`;
  return (
    <section className="step" aria-labelledby="refused">
      <h2 id="refused">
        {refusedCount === 1 ? 'One refused row' : `${formatCount(refusedCount)} refused rows`}
      </h2>
      <p className="lead">
        They are left out, and nothing of them was sent on. Mend them in the file, and import that.
      </p>
      <p>
        <button type="button" onClick={() => downloadFile(name, buildCsv(plan.table.header, refused))}>
          Download them as a CSV
        </button>
      </p>
      <Table caption="Refused rows" columns={columns}>
        {refused.slice(0, shownMax).map(({ line, cells, reason }) => (
          <tr key={line}>
            <td className="number">{line}</td>
            <th scope="row">{formatRow(cells)}</th>
            <td>{reason}</td>
          </tr>
        ))}
      </Table>
      {refusedCount > shownMax && (
        <p className="quiet">And {formatCount(refusedCount - shownMax)} more, in the file.</p>
      )}
    </section>
  );
}

const lengthMax = 120;

const formatRow = (cells: readonly string[]): string => {
  const text = cells.join(', ');
  return text.length > lengthMax ? `${text.slice(0, lengthMax)} …` : text;
};

/** The rows as they were, to be mended. Spreadsheets take a file without the mark for one in another encoding. */
function buildCsv(header: readonly string[], refused: readonly RefusedRow[]): Uint8Array {
  const rows = refused.map(({ line, reason, cells }) => [String(line), reason, ...cells]);
  const lines = [[...refusedRowsHeader, ...header], ...rows].map((row) => row.map(quoteCell).join(','));
  return new TextEncoder().encode(`\uFEFF${lines.join('\r\n')}\r\n`);
}

const quoteCell = (cell: string): string =>
  /[",;\t\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
