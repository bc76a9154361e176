import type { ContactProperty } from '@carrier-nest/sdk';
import { Choice } from '../../parts/field';
import { fields, isUsableKey, type Becomes, type Column } from './columns';
import type { Table } from './table';

interface ColumnChoicesProps {
  table: Table;
  columns: readonly Column[];
  properties: readonly ContactProperty[];
  onChange: (columns: Column[]) => void;
}

/** For each column, what it becomes, with some of its cells to tell it by. */
export function ColumnChoices({ table, columns, properties, onChange }: ColumnChoicesProps) {
  const become = (at: number, becomes: Becomes): void =>
    onChange(columns.map((column, index) => (index === at ? { ...column, becomes } : column)));
  return (
    <fieldset>
      <legend>What each column becomes</legend>
      <div className="pair">
        {columns.map(({ header, becomes }, index) => {
          const options = optionsOf(header, properties);
          return (
            <Choice
              // Two columns may have one name.
              key={`${index} ${header}`}
              label={header || `Column ${index + 1}`}
              value={becomes}
              onChange={(value) => become(index, options.find(([name]) => name === value)?.[0] ?? 'none')}
              options={options}
              hint={examplesOf(table, index)}
            />
          );
        })}
      </div>
    </fieldset>
  );
}

function optionsOf(header: string, properties: readonly ContactProperty[]) {
  const isKnown = properties.some(({ key }) => key === header);
  return [
    ['none', 'Leave it out'] as const,
    ...fields,
    ...(isKnown || !isUsableKey(header)
      ? []
      : [[`attributes.${header}`, `A new property: ${header}`] as const]),
    ...properties.map(({ key, name }) => [`attributes.${key}`, `Property: ${name}`] as const),
  ] satisfies (readonly [Becomes, string])[];
}

const examplesMax = 3;

function examplesOf({ first }: Table, index: number): string {
  const cells = first.map(({ cells: all }) => (all[index] ?? '').trim().slice(0, 30));
  const some = [...new Set(cells)].filter(Boolean).slice(0, examplesMax);
  return some.length > 0 ? some.join(' · ') : 'Empty in the first rows';
}
