import { useLocation } from 'wouter';
import { InputField } from '../../parts/field';
import { buildHref } from '../../parts/filters';
import { SearchForm } from '../../parts/search-form';

/** Opens the contacts page, filtered by the start of the address. */
export function FindPerson() {
  const [, navigate] = useLocation();
  return (
    <SearchForm
      label="Find a contact"
      submitLabel="Find"
      onSearch={(formValues) => navigate(buildHref('/people', { q: formValues.text('q') }))}
    >
      <InputField label="Email address starts with" name="q" placeholder="kim@" />
    </SearchForm>
  );
}
