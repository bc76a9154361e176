import { downloadFile } from '../../parts/download-file';
import { Table } from '../../parts/table';
import { formatCount } from '../../parts/format';
import { formatRefusedRows, type RefusedRow } from '../../../../import/src/plan-import';
import type { CsvTable } from '../../../../import/src/read-table';

const columns = [
  { label: 'Line', isNumber: true, width: 'slim' },
  { label: 'Row' },
  { label: 'Reason' },
] as const;

const shownMax = 50;

/** The refused rows with their reasons. The page shows the first rows, and the download has all rows. */
export function RefusedRows({
  table: { name, header },
  refused,
}: {
  table: CsvTable;
  refused: readonly RefusedRow[];
}) {
  if (refused.length === 0) return null;
  const fileName = `${name.replace(/\.\w+$/, '')}.refused.csv`;
  const content = (): Uint8Array => new TextEncoder().encode(formatRefusedRows(header, refused));
  return (
    <section className="step" aria-labelledby="refused">
      <h2 id="refused">
        {refused.length === 1 ? 'One refused row' : `${formatCount(refused.length)} refused rows`}
      </h2>
      <p className="lead">
        These rows were not imported. Download the rows, correct them, and import the corrected file.
      </p>
      <p>
        <button type="button" onClick={() => downloadFile(fileName, content())}>
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
      {refused.length > shownMax && (
        <p className="quiet">And {formatCount(refused.length - shownMax)} more in the download.</p>
      )}
    </section>
  );
}

const lengthMax = 120;

const formatRow = (cells: readonly string[]): string => {
  const text = cells.join(', ');
  return text.length > lengthMax ? `${text.slice(0, lengthMax)} …` : text;
};
