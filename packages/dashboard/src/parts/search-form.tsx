import type { ReactNode } from 'react';
import { FormValues } from './form';

interface SearchFormProps {
  label: string;
  /** If omitted, the form has no button, and Enter submits the form. */
  submitLabel?: string;
  onSearch: (formValues: FormValues) => void;
  /** Clears the search. Pass a function only while the search can be cleared. */
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
