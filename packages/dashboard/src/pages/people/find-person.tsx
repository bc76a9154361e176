import { useLocation } from 'wouter';
import { InputField } from '../../parts/field';
import { buildHref } from '../../parts/filters';
import { SearchForm } from '../../parts/search-form';

/** Opens People, filtered by the beginning of the address. */
export function FindPerson() {
  const [, navigate] = useLocation();
  return (
    <SearchForm
      label="Find somebody"
      submitLabel="Find"
      onSearch={(formValues) => navigate(buildHref('/people', { q: formValues.text('q') }))}
    >
      <InputField label="Address begins with" name="q" placeholder="kim@" />
    </SearchForm>
  );
}
