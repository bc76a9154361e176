import type { ReactNode } from 'react';
import { ErrorMessage } from './states';

/** The submitted values, by the names of the fields. */
export class FormValues {
  constructor(private readonly data: FormData) {}

  text(name: string): string {
    const value = this.data.get(name);
    return typeof value === 'string' ? value.trim() : '';
  }

  /** Returns the input without changes, including spaces and line breaks. */
  rawText(name: string): string {
    const value = this.data.get(name);
    return typeof value === 'string' ? value : '';
  }

  all(name: string): string[] {
    return this.data.getAll(name).filter((value) => typeof value === 'string');
  }

  isChecked(name: string): boolean {
    return this.data.has(name);
  }

  files(name: string): File[] {
    return this.data.getAll(name).filter((value): value is File => value instanceof File && value.size > 0);
  }
}

interface FormProps {
  submitLabel: string;
  onSubmit: (formValues: FormValues, form: HTMLFormElement) => void;
  onCancel?: () => void;
  isBusy: boolean;
  error?: unknown;
  isDangerous?: boolean;
  /** For a form that is not the main action of its page. */
  isSecondary?: boolean;
  children: ReactNode;
}

export function Form({
  submitLabel,
  onSubmit,
  onCancel,
  isBusy,
  error,
  isDangerous = false,
  isSecondary = false,
  children,
}: FormProps) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(new FormValues(new FormData(event.currentTarget)), event.currentTarget);
      }}
    >
      {children}
      {error !== undefined && error !== null && <ErrorMessage error={error} />}
      <div className="actions">
        <button className={isDangerous ? 'danger' : isSecondary ? undefined : 'primary'} disabled={isBusy}>
          {submitLabel}
        </button>
        {onCancel && (
          <button type="button" onClick={onCancel}>
            Cancel
          </button>
        )}
      </div>
    </form>
  );
}
