import { useId, type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes } from 'react';

interface Labelled {
  label: string;
  hint?: ReactNode;
}

function useHint(hint: ReactNode) {
  const id = useId();
  const hintId = hint ? `${id}-hint` : undefined;
  return { id, hintId };
}

export function Field({ label, hint, ...input }: Labelled & InputHTMLAttributes<HTMLInputElement>) {
  const { id, hintId } = useHint(hint);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input id={id} aria-describedby={hintId} autoComplete="off" spellCheck={false} {...input} />
      {hint && <small id={hintId}>{hint}</small>}
    </div>
  );
}

export function TextField({ label, hint, ...area }: Labelled & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const { id, hintId } = useHint(hint);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea id={id} aria-describedby={hintId} {...area} />
      {hint && <small id={hintId}>{hint}</small>}
    </div>
  );
}

interface ChoiceProps extends Labelled {
  name?: string;
  options: readonly (readonly [value: string, says: string])[];
  value?: string;
  defaultValue?: string;
  required?: boolean;
  onChange?: (value: string) => void;
}

export function Choice({ label, hint, options, onChange, ...select }: ChoiceProps) {
  const { id, hintId } = useHint(hint);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        aria-describedby={hintId}
        {...(onChange && { onChange: (event) => onChange(event.target.value) })}
        {...select}
      >
        {options.map(([value, says]) => (
          <option key={value} value={value}>
            {says}
          </option>
        ))}
      </select>
      {hint && <small id={hintId}>{hint}</small>}
    </div>
  );
}

interface CheckProps extends Labelled {
  name: string;
  value?: string;
  defaultChecked?: boolean;
  onChange?: (isChecked: boolean) => void;
}

export function Check({ label, hint, onChange, ...input }: CheckProps) {
  const { id, hintId } = useHint(hint);
  return (
    <div className="check">
      <input
        id={id}
        type="checkbox"
        aria-describedby={hintId}
        {...(onChange && { onChange: (event) => onChange(event.target.checked) })}
        {...input}
      />
      <label htmlFor={id}>{label}</label>
      {hint && <small id={hintId}>{hint}</small>}
    </div>
  );
}
