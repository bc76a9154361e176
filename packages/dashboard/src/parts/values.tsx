import type { ReactNode } from 'react';
import { Field, TextField } from './field';
import type { Entered } from './form';
import { useRows } from './rows';

interface ValuesProps {
  legend: string;
  hint?: ReactNode;
  initial?: Readonly<Record<string, string>>;
  /** No value may be empty. */
  isRequired?: boolean;
}

/** Names and their values: what is put in for placeholders. */
export function Values({ legend, hint, initial = {}, isRequired = false }: ValuesProps) {
  const { rows, add, remove } = useRows(Object.entries(initial));
  return (
    <fieldset>
      <legend>{legend}</legend>
      {hint && <small>{hint}</small>}
      {rows.map(({ key, value: [name, value] = ['', ''] }) => (
        <div key={key} className="value">
          <Field
            label="Name"
            name="value_name"
            required
            pattern="[A-Za-z0-9_.]+"
            defaultValue={name}
            placeholder="first_name"
          />
          {/* A field of one line would drop line breaks. */}
          <TextField label="Value" name="value" rows={1} defaultValue={value} required={isRequired} />
          <button type="button" onClick={() => remove(key)} aria-label={`Remove ${name || 'the value'}`}>
            Remove
          </button>
        </div>
      ))}
      <div className="actions">
        <button type="button" onClick={add}>
          Add a value
        </button>
      </div>
    </fieldset>
  );
}

export function valuesOf(entered: Entered): Record<string, string> {
  const values = entered.all('value');
  return Object.fromEntries(entered.all('value_name').map((name, at) => [name.trim(), values[at] ?? '']));
}
