import type { ReactNode } from 'react';
import { InputField, TextAreaField } from './field';
import type { FormValues } from './form';
import { useRows } from './use-rows';

interface KeyValueFieldsProps {
  legend: string;
  hint?: ReactNode;
  initial?: Readonly<Record<string, string>>;
  /** Whether every value is required. */
  isRequired?: boolean;
}

/** Names and values of variables, which replace placeholders. */
export function KeyValueFields({ legend, hint, initial = {}, isRequired = false }: KeyValueFieldsProps) {
  const { rows, add, remove } = useRows(Object.entries(initial));
  return (
    <fieldset>
      <legend>{legend}</legend>
      {hint && <small>{hint}</small>}
      {rows.map(({ key, value: [name, value] = ['', ''] }) => (
        <div key={key} className="value">
          <InputField
            label="Name"
            name="value_name"
            required
            pattern="[A-Za-z0-9_.]+"
            defaultValue={name}
            placeholder="first_name"
          />
          {/* An input of one line would drop line breaks. */}
          <TextAreaField label="Value" name="value" rows={1} defaultValue={value} required={isRequired} />
          <button type="button" onClick={() => remove(key)} aria-label={`Remove ${name || 'variable'}`}>
            Remove
          </button>
        </div>
      ))}
      <div className="actions">
        <button type="button" onClick={add}>
          Add variable
        </button>
      </div>
    </fieldset>
  );
}

export function readKeyValues(formValues: FormValues): Record<string, string> {
  const values = formValues.all('value');
  return Object.fromEntries(
    formValues.all('value_name').map((name, index) => [name.trim(), values[index] ?? '']),
  );
}
