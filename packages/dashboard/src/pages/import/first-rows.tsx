import { Table } from '../../parts/table';
import type { CsvTable as TableOfFile } from '../../../../import/src/read-table';

const lengthMax = 80;

/** The first rows of the file, so that the user can check the delimiter and the encoding. */
export function FirstRows({ table: { header, firstRows: first } }: { table: TableOfFile }) {
  const columns = header.map((label, index) => ({ label: label || `Column ${index + 1}`, key: index }));
  return (
    <Table caption="First rows of the file" columns={columns}>
      {first.map(({ line, cells }) => (
        <tr key={line}>
          {columns.map(({ key }) => (
            <td key={key}>{(cells[key] ?? '').slice(0, lengthMax)}</td>
          ))}
        </tr>
      ))}
    </Table>
  );
}
