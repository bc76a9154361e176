import { Table } from '../../parts/table';
import type { CsvTable as TableOfFile } from './csv-table';

const lengthMax = 80;

/** The file as it was read: whether the delimiter and the encoding are right is seen here. */
export function FirstRows({ table: { header, firstRows: first } }: { table: TableOfFile }) {
  const columns = header.map((label, index) => ({ label: label || `Column ${index + 1}`, key: index }));
  return (
    <Table caption="The first rows of the file" columns={columns}>
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
