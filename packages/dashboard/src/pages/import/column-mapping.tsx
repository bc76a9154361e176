import type { ContactProperty } from '@carrier-nest/sdk';
import { SelectField } from '../../parts/field';
import { isUsableKey, type ColumnTarget, type Column } from '../../../../import/src/columns';
import { fields } from '../../../../import/src/fields';
import type { CsvTable } from '../../../../import/src/read-table';

interface ColumnMappingProps {
  table: CsvTable;
  columns: readonly Column[];
  properties: readonly ContactProperty[];
  onChange: (columns: Column[]) => void;
}

/** Lets the user map each column to a field or property, and shows sample values. */
export function ColumnMapping({ table, columns, properties, onChange }: ColumnMappingProps) {
  const mapColumn = (index: number, target: ColumnTarget): void =>
    onChange(columns.map((column, position) => (position === index ? { ...column, target } : column)));
  return (
    <fieldset>
      <legend>Column mapping</legend>
      <div className="pair">
        {columns.map(({ header, target }, index) => {
          const options = targetOptions(header, properties);
          return (
            <SelectField
              // Two columns can have the same name.
              key={`${index} ${header}`}
              label={header || `Column ${index + 1}`}
              value={target}
              onChange={(value) => mapColumn(index, options.find(([name]) => name === value)?.[0] ?? 'none')}
              options={options}
              hint={findExamples(table, index)}
            />
          );
        })}
      </div>
    </fieldset>
  );
}

function targetOptions(header: string, properties: readonly ContactProperty[]) {
  const isKnown = properties.some(({ key }) => key === header);
  return [
    ['none', 'Skip this column'] as const,
    ...fields,
    ...(isKnown || !isUsableKey(header)
      ? []
      : [[`attributes.${header}`, `New property: ${header}`] as const]),
    ...properties.map(({ key, name }) => [`attributes.${key}`, `Property: ${name}`] as const),
  ] satisfies (readonly [ColumnTarget, string])[];
}

const examplesMax = 3;

function findExamples({ firstRows: first }: CsvTable, index: number): string {
  const cells = first.map(({ cells: rowCells }) => (rowCells[index] ?? '').trim().slice(0, 30));
  const distinctCells = [...new Set(cells)].filter(Boolean).slice(0, examplesMax);
  return distinctCells.length > 0 ? distinctCells.join(' · ') : 'Empty in the first rows';
}
