import { useRef } from 'react';
import { SelectField, InputField } from '../../parts/field';
import type { RuleOptions } from './segment-builder';
import { operatorsOf } from './operators';
import { needsValue, typeOfFilter, type FilterDraft } from './rules';

interface PropertyRulesProps {
  filters: readonly FilterDraft[];
  onChange: (filters: readonly FilterDraft[]) => void;
  ruleOptions: RuleOptions;
}

const filtersMax = 20;

/** The property rules, one per row. */
export function PropertyRules({ filters, onChange, ruleOptions }: PropertyRulesProps) {
  const lastId = useRef(filters.length);
  const button = useRef<HTMLButtonElement>(null);
  const add = (): void => {
    lastId.current += 1;
    const property = ruleOptions.properties[0]?.key ?? '';
    onChange([...filters, { id: lastId.current, property, operator: 'equals', value: '' }]);
  };
  const remove = (id: number): void => {
    onChange(filters.filter((candidate) => candidate.id !== id));
    button.current?.focus();
  };
  return (
    <fieldset>
      <legend>Properties</legend>
      <ul className="rules">
        {filters.map((filter, index) => (
          <PropertyRule
            key={filter.id}
            number={index + 1}
            filter={filter}
            ruleOptions={ruleOptions}
            onChange={(updated) =>
              onChange(filters.map((candidate) => (candidate.id === filter.id ? updated : candidate)))
            }
            onRemove={() => remove(filter.id)}
          />
        ))}
      </ul>
      {ruleOptions.properties.length === 0 && filters.length === 0 && (
        <p className="quiet">No properties are defined yet.</p>
      )}
      <p>
        <button
          ref={button}
          type="button"
          onClick={add}
          disabled={ruleOptions.properties.length === 0 || filters.length >= filtersMax}
        >
          Add property rule
        </button>
      </p>
    </fieldset>
  );
}

interface PropertyRuleProps {
  number: number;
  filter: FilterDraft;
  ruleOptions: RuleOptions;
  onChange: (filter: FilterDraft) => void;
  onRemove: () => void;
}

function PropertyRule({
  number,
  filter,
  ruleOptions: { properties, types },
  onChange,
  onRemove,
}: PropertyRuleProps) {
  const { property, operator } = filter;
  const type = typeOfFilter(filter, types);
  const operators = operatorsOf[type];
  const isListed = properties.some(({ key }) => key === property);
  return (
    <li aria-label={`Rule ${number}`}>
      <SelectField
        label="Property"
        value={property}
        onChange={(key) => onChange({ ...filter, property: key, ...emptyCondition(types.get(key)) })}
        options={[
          ...properties.map(({ key, name }) => [key, name] as const),
          ...(isListed ? [] : [[property, property] as const]),
        ]}
      />
      <SelectField
        label="Operator"
        value={operator}
        onChange={(name) =>
          onChange({
            ...filter,
            operator: operators.find(([candidate]) => candidate === name)?.[0] ?? 'equals',
          })
        }
        options={operators}
      />
      {needsValue(operator) ? <ValueField filter={filter} type={type} onChange={onChange} /> : <span />}
      <button type="button" onClick={onRemove} aria-label={`Remove rule ${number}`}>
        Remove
      </button>
    </li>
  );
}

/** Resets the condition, because the new property can have another type. */
const emptyCondition = (type: string | undefined) => ({
  operator: 'equals' as const,
  value: type === 'boolean' ? 'true' : '',
  type: undefined,
});

const yesOrNo = [
  ['', 'Select'],
  ['true', 'Yes'],
  ['false', 'No'],
] as const;

interface ValueFieldProps {
  filter: FilterDraft;
  type: string | undefined;
  onChange: (filter: FilterDraft) => void;
}

function ValueField({ filter, type, onChange }: ValueFieldProps) {
  if (type === 'boolean')
    return (
      <SelectField
        label="Value"
        value={filter.value}
        onChange={(value) => onChange({ ...filter, value })}
        options={yesOrNo}
        required
      />
    );
  return (
    <InputField
      label="Value"
      required
      value={filter.value}
      onChange={(event) => onChange({ ...filter, value: event.target.value })}
      {...(type === 'number' && { type: 'number', step: 'any' })}
    />
  );
}
