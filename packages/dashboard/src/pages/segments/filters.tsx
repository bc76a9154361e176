import { useRef } from 'react';
import { Choice, Field } from '../../parts/field';
import type { Material } from './builder';
import { operatorsOf } from './operators';
import { needsValue, typeOfFilter, type FilterDraft } from './rules';

interface FiltersProps {
  filters: readonly FilterDraft[];
  onChange: (filters: readonly FilterDraft[]) => void;
  material: Material;
}

const filtersMax = 20;

/** Rules about properties, a row each. */
export function Filters({ filters, onChange, material }: FiltersProps) {
  const last = useRef(filters.length);
  const button = useRef<HTMLButtonElement>(null);
  const add = (): void => {
    last.current += 1;
    const property = material.properties[0]?.key ?? '';
    onChange([...filters, { id: last.current, property, operator: 'equals', value: '' }]);
  };
  const remove = (id: number): void => {
    onChange(filters.filter((one) => one.id !== id));
    button.current?.focus();
  };
  return (
    <fieldset>
      <legend>Properties</legend>
      <ul className="rules">
        {filters.map((filter, index) => (
          <FilterRow
            key={filter.id}
            number={index + 1}
            filter={filter}
            material={material}
            onChange={(now) => onChange(filters.map((one) => (one.id === filter.id ? now : one)))}
            onRemove={() => remove(filter.id)}
          />
        ))}
      </ul>
      {material.properties.length === 0 && filters.length === 0 && (
        <p className="quiet">No properties are defined yet.</p>
      )}
      <p>
        <button
          ref={button}
          type="button"
          onClick={add}
          disabled={material.properties.length === 0 || filters.length >= filtersMax}
        >
          Add a rule about a property
        </button>
      </p>
    </fieldset>
  );
}

interface FilterRowProps {
  number: number;
  filter: FilterDraft;
  material: Material;
  onChange: (filter: FilterDraft) => void;
  onRemove: () => void;
}

function FilterRow({ number, filter, material: { properties, types }, onChange, onRemove }: FilterRowProps) {
  const { property, operator } = filter;
  const type = typeOfFilter(filter, types);
  const operators = operatorsOf[type];
  const isListed = properties.some(({ key }) => key === property);
  return (
    <li aria-label={`Rule ${number}`}>
      <Choice
        label="Property"
        value={property}
        onChange={(key) => onChange({ ...filter, property: key, ...startOf(types.get(key)) })}
        options={[
          ...properties.map(({ key, name }) => [key, name] as const),
          ...(isListed ? [] : [[property, property] as const]),
        ]}
      />
      <Choice
        label="Is"
        value={operator}
        onChange={(name) =>
          onChange({ ...filter, operator: operators.find(([one]) => one === name)?.[0] ?? 'equals' })
        }
        options={operators}
      />
      {needsValue(operator) ? <Value filter={filter} type={type} onChange={onChange} /> : <span />}
      <button type="button" onClick={onRemove} aria-label={`Remove rule ${number}`}>
        Remove
      </button>
    </li>
  );
}

/** A value of another type would be another value. */
const startOf = (type: string | undefined) => ({
  operator: 'equals' as const,
  value: type === 'boolean' ? 'true' : '',
  type: undefined,
});

const yesOrNo = [
  ['', 'Choose'],
  ['true', 'Yes'],
  ['false', 'No'],
] as const;

interface ValueProps {
  filter: FilterDraft;
  type: string | undefined;
  onChange: (filter: FilterDraft) => void;
}

function Value({ filter, type, onChange }: ValueProps) {
  if (type === 'boolean')
    return (
      <Choice
        label="Value"
        value={filter.value}
        onChange={(value) => onChange({ ...filter, value })}
        options={yesOrNo}
        required
      />
    );
  return (
    <Field
      label="Value"
      required
      value={filter.value}
      onChange={(event) => onChange({ ...filter, value: event.target.value })}
      {...(type === 'number' && { type: 'number', step: 'any' })}
    />
  );
}
