import type { ListContactsQuery } from '@carrier-nest/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'wouter';
import { Choice, Field } from '../../parts/field';
import { useFilters, type Filters } from '../../parts/filters';
import { Page } from '../../parts/page';
import { Pager } from '../../parts/pager';
import { Empty, Loaded } from '../../parts/states';
import { useClient } from '../../service/client';
import { AddPerson } from './add-person';
import { ContactTable } from './contact-table';
import { tagsIn, TagSuggestions } from './tags';

/** Everybody who is known, on whichever audience. */
export function People() {
  const { filters } = useFilters();
  const client = useClient();
  const { cursor } = filters;
  const chosen = chosenBy(filters);
  const query = useQuery({
    queryKey: ['contacts', { ...chosen, cursor }],
    queryFn: async ({ signal }) => client.listContacts({ ...chosen, ...(cursor && { cursor }) }, { signal }),
    placeholderData: keepPreviousData,
  });
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
      <Loaded query={query}>
        {(page) =>
          page.data.length > 0 ? (
            <>
              <ContactTable caption="People, the newest first" contacts={page.data} />
              <Pager page={page} />
            </>
          ) : (
            <NothingYet isFiltered={Object.keys(chosen).length > 0 || Boolean(cursor)} />
          )
        }
      </Loaded>
    </Page>
  );
}

const wishes = [
  ['', 'Anybody'],
  ['subscribed', 'Subscribed'],
  ['unsubscribed', 'Unsubscribed'],
] as const;

function chosenBy({ q, tag, wish }: Filters): ListContactsQuery {
  const tags = tagsIn(tag ?? '');
  return {
    ...(q && { q }),
    ...(tags.length > 0 && { tag: tags }),
    ...(wish === 'subscribed' && { unsubscribed: false }),
    ...(wish === 'unsubscribed' && { unsubscribed: true }),
  };
}

function FilterBar() {
  const { filters, filter } = useFilters();
  const tagList = useId();
  const { q = '', tag = '', wish = '' } = filters;
  return (
    <form
      className="filters"
      role="search"
      aria-label="Filter the people"
      onSubmit={(event) => {
        event.preventDefault();
        const entered = new FormData(event.currentTarget);
        const text = (name: string) => String(entered.get(name) ?? '').trim();
        filter({ q: text('q'), tag: text('tag') });
      }}
    >
      <Field key={`q ${q}`} label="Address begins with" name="q" defaultValue={q} placeholder="kim@" />
      <Field
        key={`tag ${tag}`}
        label="Tags, all of them"
        name="tag"
        defaultValue={tag}
        placeholder="vip, beta"
        list={tagList}
      />
      <TagSuggestions id={tagList} />
      <Choice
        label="Marketing mail"
        value={wish}
        onChange={(chosen) => filter({ wish: chosen })}
        options={wishes}
      />
      <button>Filter</button>
      {(q || tag || wish) && (
        <button type="button" onClick={() => filter({ q: undefined, tag: undefined, wish: undefined })}>
          Clear
        </button>
      )}
    </form>
  );
}

function NothingYet({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <Empty title="Nobody is like that">Clear the filters to see everybody.</Empty>;
  return (
    <Empty title="Nobody is known yet" command="npm run admin -- import people.csv --audience ID --local">
      <Link href="/people/import">Import a CSV</Link> here, or from the terminal, or add one person with the
      button above.
    </Empty>
  );
}
