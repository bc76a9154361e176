import type { ReactNode } from 'react';
import { FormValues } from './form';

interface SearchFormProps {
  label: string;
  /** Without a label, there is no button and Enter submits. */
  submitLabel?: string;
  onSearch: (formValues: FormValues) => void;
  /** Present while there is something to clear. */
  onClear?: (() => void) | false | '' | undefined;
  children: ReactNode;
}

export function SearchForm({ label, submitLabel, onSearch, onClear, children }: SearchFormProps) {
  return (
    <form
      className={submitLabel && 'filters'}
      role="search"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(new FormValues(new FormData(event.currentTarget)));
      }}
    >
      {children}
      {submitLabel && <button>{submitLabel}</button>}
      {onClear && (
        <button type="button" onClick={onClear}>
          Clear
        </button>
      )}
    </form>
  );
}
