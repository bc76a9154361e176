import type { ListContactsQuery } from '@carrier-nest/sdk';
import { useId } from 'react';
import { Link } from 'wouter';
import { SelectField, InputField } from '../../parts/field';
import { useFilters, type Filters } from '../../parts/filters';
import { Page } from '../../parts/page';
import { QueryList, usePageQuery } from '../../parts/query-list';
import { SearchForm } from '../../parts/search-form';
import { EmptyState } from '../../parts/states';
import { parseCommaList } from '../../parts/format';
import { useClient } from '../../service/client';
import { AddPerson } from './add-person';
import { ContactTable } from './contact-table';
import { TagSuggestions } from './tags';

/** All contacts of the workspace, in any audience. */
export function People() {
  const { filters } = useFilters();
  const client = useClient();
  const contactsQuery = readContactsQuery(filters);
  const query = usePageQuery(['contacts'], contactsQuery, (page, options) =>
    client.listContacts(page, options),
  );
  return (
    <Page
      title="Contacts"
      lead="Each contact is listed once, even if it is in many audiences."
      actions={
        <>
          <AddPerson />
          <Link href="/people/import" className="button">
            Import CSV
          </Link>
        </>
      }
    >
      <FilterBar />
      <QueryList
        query={query}
        empty={<NoPeople isFiltered={Object.keys(contactsQuery).length > 0 || Boolean(filters['cursor'])} />}
      >
        {({ data }) => <ContactTable caption="Contacts, newest first" contacts={data} />}
      </QueryList>
    </Page>
  );
}

const subscriptionOptions = [
  ['', 'Any'],
  ['subscribed', 'Subscribed'],
  ['unsubscribed', 'Unsubscribed'],
] as const;

function readContactsQuery({ q, tag, wish: subscription }: Filters): ListContactsQuery {
  const tags = parseCommaList(tag ?? '');
  return {
    ...(q && { q }),
    ...(tags.length > 0 && { tag: tags }),
    ...(subscription === 'subscribed' && { unsubscribed: false }),
    ...(subscription === 'unsubscribed' && { unsubscribed: true }),
  };
}

function FilterBar() {
  const { filters, setFilters } = useFilters();
  const tagList = useId();
  const { q = '', tag = '', wish: subscription = '' } = filters;
  return (
    <SearchForm
      label="Filter contacts"
      submitLabel="Filter"
      onSearch={(formValues) => setFilters({ q: formValues.text('q'), tag: formValues.text('tag') })}
      onClear={
        (q || tag || subscription) && (() => setFilters({ q: undefined, tag: undefined, wish: undefined }))
      }
    >
      <InputField
        key={`q ${q}`}
        label="Email address starts with"
        name="q"
        defaultValue={q}
        placeholder="kim@"
      />
      <InputField
        key={`tag ${tag}`}
        label="Has all tags"
        name="tag"
        defaultValue={tag}
        placeholder="vip, beta"
        list={tagList}
      />
      <TagSuggestions id={tagList} />
      <SelectField
        label="Marketing email"
        value={subscription}
        onChange={(selected) => setFilters({ wish: selected })}
        options={subscriptionOptions}
      />
    </SearchForm>
  );
}

function NoPeople({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return <EmptyState title="No matching contacts">Clear the filters to see all contacts.</EmptyState>;
  return (
    <EmptyState title="No contacts yet" command="npm run admin -- import people.csv --audience ID --local">
      Contacts are the recipients of your email. Add a contact with the button above, or{' '}
      <Link href="/people/import">import a CSV file</Link> here or from the terminal.
    </EmptyState>
  );
}
