import type { Segment } from '@carrier-nest/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'wouter';
import { Copyable } from '../../parts/copy';
import { Facts } from '../../parts/facts';
import { hrefWith, useFilters } from '../../parts/filters';
import { Page } from '../../parts/page';
import { Pager } from '../../parts/pager';
import { Empty, Loaded } from '../../parts/states';
import { Table } from '../../parts/table';
import { Time } from '../../parts/time';
import { count } from '../../parts/words';
import { useClient } from '../../service/client';
import { DeleteSegment } from './delete-segment';
import { inWords } from './in-words';

const back = { to: '/segments', says: 'Segments' };

/** What a segment asks for, and whom it matches now. */
export function SegmentPage() {
  const { id = '' } = useParams<{ id: string }>();
  const client = useClient();
  const query = useQuery({
    queryKey: ['segment', id],
    queryFn: ({ signal }) => client.getSegment(id, { signal }),
  });
  if (!query.data) {
    return (
      <Page title="Segment" back={back}>
        <Loaded query={query}>{() => null}</Loaded>
      </Page>
    );
  }
  return <Shown segment={query.data} />;
}

function Shown({ segment }: { segment: Segment }) {
  return (
    <Page
      title={segment.name}
      back={back}
      actions={
        <>
          <Link href={`/segments/${segment.id}/edit`} className="button">
            Change the rules
          </Link>
          <DeleteSegment segment={segment} />
        </>
      }
    >
      <Known segment={segment} />
      <Rules segment={segment} />
      <section aria-labelledby="people">
        <h2 id="people">Who matches</h2>
        <People segment={segment} />
      </section>
    </Page>
  );
}

function Known({ segment }: { segment: Segment }) {
  const client = useClient();
  const metrics = useQuery({
    queryKey: ['segment-people', segment.id, 'count'],
    queryFn: ({ signal }) => client.countSegment(segment.id, { signal }),
  });
  const audience = useQuery({
    queryKey: ['audience', segment.audience_id],
    queryFn: ({ signal }) => client.getAudience(segment.audience_id, { signal }),
  });
  const matching = metrics.data ? count(metrics.data.contact_count) : metrics.error ? 'Not counted' : '…';
  return (
    <Facts
      of={[
        ['People', matching],
        [
          'Of the audience',
          audience.error ? (
            'One that is gone: nobody matches'
          ) : (
            <Link key="audience" href={`/audiences/${segment.audience_id}`}>
              {audience.data?.name ?? '…'}
            </Link>
          ),
        ],
        ['Key', <Copyable key="key" text={segment.key} what="the key of the segment" />],
        ['Last changed', <Time key="changed" at={segment.updated_at ?? segment.created_at} />],
        ['Segment id', <Copyable key="id" text={segment.id} what="the id of the segment" />],
      ]}
    />
  );
}

function Rules({ segment }: { segment: Segment }) {
  const client = useClient();
  const topics = useQuery({
    queryKey: ['topics'],
    queryFn: async () => client.listTopics(),
    enabled: segment.topic_key !== null,
  });
  const topic = topics.data?.data.find(({ key }) => key === segment.topic_key);
  const rules = inWords(segment, topic?.name);
  return (
    <section aria-labelledby="rules">
      <h2 id="rules">Rules</h2>
      <p>
        Whoever is on the audience and subscribed
        {rules.length > 0 ? ', and of whom all of this holds:' : '. There is no other rule.'}
      </p>
      <ul className="details">
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </section>
  );
}

const columns = [{ says: 'Address' }] as const;

function People({ segment: { id, name } }: { segment: Segment }) {
  const { cursor } = useFilters().filters;
  const client = useClient();
  const query = useQuery({
    queryKey: ['segment-people', id, { cursor }],
    queryFn: async ({ signal }) =>
      client.listSegmentContacts(id, { limit: 50, ...(cursor && { cursor }) }, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <Loaded query={query}>
      {(page) =>
        page.data.length > 0 ? (
          <>
            <Table caption={`People in ${name}, the newest first`} columns={columns}>
              {page.data.map((email) => (
                <tr key={email}>
                  <th scope="row">
                    <Link href={hrefWith('/people', { q: email })}>{email}</Link>
                  </th>
                </tr>
              ))}
            </Table>
            <Pager page={page} />
          </>
        ) : (
          <Empty title="Nobody matches now">Whoever keeps the rules later is in it by itself.</Empty>
        )
      }
    </Loaded>
  );
}
