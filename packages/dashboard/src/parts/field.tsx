import { useId, type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes } from 'react';

interface LabeledFieldProps {
  label: string;
  hint?: ReactNode;
}

function useHint(hint: ReactNode) {
  const id = useId();
  const hintId = hint ? `${id}-hint` : undefined;
  return { id, hintId };
}

export function InputField({
  label,
  hint,
  ...inputProps
}: LabeledFieldProps & InputHTMLAttributes<HTMLInputElement>) {
  const { id, hintId } = useHint(hint);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input id={id} aria-describedby={hintId} autoComplete="off" spellCheck={false} {...inputProps} />
      {hint && <small id={hintId}>{hint}</small>}
    </div>
  );
}

export function TextAreaField({
  label,
  hint,
  ...textAreaProps
}: LabeledFieldProps & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const { id, hintId } = useHint(hint);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea id={id} aria-describedby={hintId} {...textAreaProps} />
      {hint && <small id={hintId}>{hint}</small>}
    </div>
  );
}

interface SelectFieldProps extends LabeledFieldProps {
  name?: string;
  options: readonly (readonly [value: string, label: string])[];
  value?: string;
  defaultValue?: string;
  required?: boolean;
  onChange?: (value: string) => void;
}

export function SelectField({ label, hint, options, onChange, ...selectProps }: SelectFieldProps) {
  const { id, hintId } = useHint(hint);
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        aria-describedby={hintId}
        {...(onChange && { onChange: (event) => onChange(event.target.value) })}
        {...selectProps}
      >
        {options.map(([value, optionLabel]) => (
          <option key={value} value={value}>
            {optionLabel}
          </option>
        ))}
      </select>
      {hint && <small id={hintId}>{hint}</small>}
    </div>
  );
}

interface CheckboxFieldProps extends LabeledFieldProps {
  name: string;
  value?: string;
  defaultChecked?: boolean;
  onChange?: (isChecked: boolean) => void;
}

export function CheckboxField({ label, hint, onChange, ...inputProps }: CheckboxFieldProps) {
  const { id, hintId } = useHint(hint);
  return (
    <div className="check">
      <input
        id={id}
        type="checkbox"
        aria-describedby={hintId}
        {...(onChange && { onChange: (event) => onChange(event.target.checked) })}
        {...inputProps}
      />
      <label htmlFor={id}>{label}</label>
      {hint && <small id={hintId}>{hint}</small>}
    </div>
  );
}
