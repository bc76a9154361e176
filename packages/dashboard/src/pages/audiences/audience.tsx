import type { Audience } from '@carrier-nest/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'wouter';
import { Copyable } from '../../parts/copy';
import { Facts } from '../../parts/facts';
import { hrefWith, useFilters } from '../../parts/filters';
import { Page } from '../../parts/page';
import { Pager } from '../../parts/pager';
import { Empty, Loaded } from '../../parts/states';
import { Time } from '../../parts/time';
import { count } from '../../parts/words';
import { useClient } from '../../service/client';
import { AddPerson } from '../people/add-person';
import { ContactTable } from '../people/contact-table';
import { FindPerson } from '../people/find-person';
import { DeleteAudience } from './delete-audience';

const back = { to: '/audiences', says: 'Audiences' };

/** Who is on an audience. */
export function AudiencePage() {
  const { id = '' } = useParams<{ id: string }>();
  const client = useClient();
  const query = useQuery({
    queryKey: ['audience', id],
    queryFn: ({ signal }) => client.getAudience(id, { signal }),
  });
  if (!query.data) {
    return (
      <Page title="Audience" back={back}>
        <Loaded query={query}>{() => null}</Loaded>
      </Page>
    );
  }
  return <Shown audience={query.data} />;
}

function Shown({ audience }: { audience: Audience }) {
  const importing = hrefWith('/people/import', { audience: audience.id });
  return (
    <Page
      title={audience.name}
      back={back}
      actions={
        <>
          <AddPerson audience={audience.id} />
          <Link href={importing} className="button">
            Import a CSV
          </Link>
          <DeleteAudience audience={audience} />
        </>
      }
    >
      <Facts
        of={[
          ['People', count(audience.contact_count)],
          ['Since', <Time key="since" at={audience.created_at} />],
          ['Audience id', <Copyable key="id" text={audience.id} what="the id of the audience" />],
        ]}
      />
      <section aria-labelledby="members">
        <h2 id="members">Who is on it</h2>
        <Members audience={audience} />
      </section>
      <section aria-labelledby="find">
        <h2 id="find">Find somebody</h2>
        <p className="lead">Among everybody who is known: an audience itself cannot be searched.</p>
        <FindPerson />
      </section>
    </Page>
  );
}

function Members({ audience: { id, name } }: { audience: Audience }) {
  const { cursor } = useFilters().filters;
  const client = useClient();
  const query = useQuery({
    queryKey: ['members', id, { cursor }],
    queryFn: async ({ signal }) => client.listMembers(id, cursor ? { cursor } : {}, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <Loaded query={query}>
      {(page) =>
        page.data.length > 0 ? (
          <>
            <ContactTable caption={`People on ${name}, by address`} contacts={page.data} />
            <Pager page={page} says={{ first: 'To the beginning', next: 'Next' }} />
          </>
        ) : (
          <Empty title="Nobody is on it yet">Add one person, or import a CSV, with the buttons above.</Empty>
        )
      }
    </Loaded>
  );
}
