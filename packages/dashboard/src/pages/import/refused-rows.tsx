import { downloadFile } from '../../parts/download-file';
import { Table } from '../../parts/table';
import { formatCount } from '../../parts/format';
import { refusedRowsHeader } from './columns';
import { writeCell } from './csv-cell';
import type { RefusedRow } from './batches';
import type { ImportRun } from './import-run';

const columns = [
  { label: 'Line', isNumber: true, width: 'slim' },
  { label: 'Row' },
  { label: 'Reason' },
] as const;

const shownMax = 50;

/** The refused rows with their reasons. The page shows the first rows, and the download has all rows. */
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
        These rows were not imported. Download the rows, correct them, and import the corrected file.
      </p>
      <p>
        <button type="button" onClick={() => downloadFile(name, buildCsv(plan.table.header, refused))}>
          Download as CSV
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
        <p className="quiet">And {formatCount(refusedCount - shownMax)} more in the download.</p>
      )}
    </section>
  );
}

const lengthMax = 120;

const formatRow = (cells: readonly string[]): string => {
  const text = cells.join(', ');
  return text.length > lengthMax ? `${text.slice(0, lengthMax)} …` : text;
};

/** Builds a CSV file of the original rows for the user to correct. Without a byte order mark, spreadsheets assume another encoding. */
function buildCsv(header: readonly string[], refused: readonly RefusedRow[]): Uint8Array {
  const rows = refused.map(({ line, reason, cells }) => [String(line), reason, ...cells]);
  const lines = [[...refusedRowsHeader, ...header], ...rows].map((row) => row.map(writeCell).join(','));
  return new TextEncoder().encode(`\uFEFF${lines.join('\r\n')}\r\n`);
}
