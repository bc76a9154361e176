import type { Audience } from '@carrier-nest/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'wouter';
import { Copyable } from '../../parts/copy';
import { DescriptionList } from '../../parts/description-list';
import { buildHref } from '../../parts/filters';
import { Page } from '../../parts/page';
import { QueryPage } from '../../parts/query-page';
import { QueryList, usePageQuery } from '../../parts/query-list';
import { EmptyState } from '../../parts/states';
import { Time } from '../../parts/time';
import { formatCount } from '../../parts/format';
import { useClient } from '../../service/client';
import { AddPerson } from '../people/add-person';
import { ContactTable } from '../people/contact-table';
import { FindPerson } from '../people/find-person';
import { DeleteAudience } from './delete-audience';

const back = { to: '/audiences', label: 'Audiences' };

/** An audience and its members. */
export function AudiencePage() {
  const { id } = useParams<{ id: string }>();
  const client = useClient();
  const query = useQuery({
    queryKey: ['audience', id],
    queryFn: ({ signal }) => client.getAudience(id, { signal }),
  });
  return (
    <QueryPage query={query} title="Audience" back={back}>
      {(audience) => <AudienceDetails audience={audience} />}
    </QueryPage>
  );
}

function AudienceDetails({ audience }: { audience: Audience }) {
  const importHref = buildHref('/people/import', { audience: audience.id });
  return (
    <Page
      title={audience.name}
      back={back}
      actions={
        <>
          <AddPerson audience={audience.id} />
          <Link href={importHref} className="button">
            Import CSV
          </Link>
          <DeleteAudience audience={audience} />
        </>
      }
    >
      <DescriptionList
        items={[
          ['Contacts', formatCount(audience.contact_count)],
          ['Created', <Time key="since" at={audience.created_at} />],
          ['Audience ID', <Copyable key="id" text={audience.id} itemLabel="audience ID" />],
        ]}
      />
      <section aria-labelledby="members">
        <h2 id="members">Members</h2>
        <Members audience={audience} />
      </section>
      <section aria-labelledby="find">
        <h2 id="find">Find a contact</h2>
        <p className="lead">Searches all contacts, not only this audience.</p>
        <FindPerson />
      </section>
    </Page>
  );
}

function Members({ audience: { id, name } }: { audience: Audience }) {
  const client = useClient();
  const query = usePageQuery(['members', id], {}, (page, options) => client.listMembers(id, page, options));
  return (
    <QueryList
      query={query}
      pagerLabels={{ first: 'First page', next: 'Next page' }}
      empty={
        <EmptyState title="No members yet">
          Add a contact or import a CSV file with the buttons above.
        </EmptyState>
      }
    >
      {({ data }) => <ContactTable caption={`Members of ${name}, by email address`} contacts={data} />}
    </QueryList>
  );
}
