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

/** Everybody who is known, on whichever audience. */
export function People() {
  const { filters } = useFilters();
  const client = useClient();
  const contactsQuery = readContactsQuery(filters);
  const query = usePageQuery(['contacts'], contactsQuery, (page, options) =>
    client.listContacts(page, options),
  );
  return (
    <Page
      title="People"
      lead="Everybody who is known. Each person is here once, on however many audiences."
      actions={
        <>
          <AddPerson />
          <Link href="/people/import" className="button">
            Import a CSV
          </Link>
        </>
      }
    >
      <FilterBar />
      <QueryList
        query={query}
        empty={<NoPeople isFiltered={Object.keys(contactsQuery).length > 0 || Boolean(filters['cursor'])} />}
      >
        {({ data }) => <ContactTable caption="People, the newest first" contacts={data} />}
      </QueryList>
    </Page>
  );
}

const subscriptionOptions = [
  ['', 'Anybody'],
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
      label="Filter the people"
      submitLabel="Filter"
      onSearch={(formValues) => setFilters({ q: formValues.text('q'), tag: formValues.text('tag') })}
      onClear={
        (q || tag || subscription) && (() => setFilters({ q: undefined, tag: undefined, wish: undefined }))
      }
    >
      <InputField key={`q ${q}`} label="Address begins with" name="q" defaultValue={q} placeholder="kim@" />
      <InputField
        key={`tag ${tag}`}
        label="Tags, all of them"
        name="tag"
        defaultValue={tag}
        placeholder="vip, beta"
        list={tagList}
      />
      <TagSuggestions id={tagList} />
      <SelectField
        label="Marketing mail"
        value={subscription}
        onChange={(selected) => setFilters({ wish: selected })}
        options={subscriptionOptions}
      />
    </SearchForm>
  );
}

function NoPeople({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered)
    return <EmptyState title="Nobody is like that">Clear the filters to see everybody.</EmptyState>;
  return (
    <EmptyState
      title="Nobody is known yet"
      command="npm run admin -- import people.csv --audience ID --local"
    >
      <Link href="/people/import">Import a CSV</Link> here, or from the terminal, or add one person with the
      button above.
    </EmptyState>
  );
}
