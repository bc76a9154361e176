import type { Segment } from '@carrier-nest/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'wouter';
import { Copyable } from '../../parts/copy';
import { DescriptionList } from '../../parts/description-list';
import { buildHref } from '../../parts/filters';
import { Page } from '../../parts/page';
import { QueryPage } from '../../parts/query-page';
import { QueryList, usePageQuery } from '../../parts/query-list';
import { EmptyState } from '../../parts/states';
import { Table } from '../../parts/table';
import { Time } from '../../parts/time';
import { formatCount } from '../../parts/format';
import { useClient } from '../../service/client';
import { DeleteSegment } from './delete-segment';
import { describeRules } from './describe-rules';

const back = { to: '/segments', label: 'Segments' };

/** A segment with its rules and the contacts that match now. */
export function SegmentPage() {
  const { id } = useParams<{ id: string }>();
  const client = useClient();
  const query = useQuery({
    queryKey: ['segment', id],
    queryFn: ({ signal }) => client.getSegment(id, { signal }),
  });
  return (
    <QueryPage query={query} title="Segment" back={back}>
      {(segment) => <SegmentDetails segment={segment} />}
    </QueryPage>
  );
}

function SegmentDetails({ segment }: { segment: Segment }) {
  return (
    <Page
      title={segment.name}
      back={back}
      actions={
        <>
          <Link href={`/segments/${segment.id}/edit`} className="button">
            Edit rules
          </Link>
          <DeleteSegment segment={segment} />
        </>
      }
    >
      <SegmentSummary segment={segment} />
      <SegmentRuleList segment={segment} />
      <section aria-labelledby="people">
        <h2 id="people">Matching contacts</h2>
        <SegmentPeople segment={segment} />
      </section>
    </Page>
  );
}

function SegmentSummary({ segment }: { segment: Segment }) {
  const client = useClient();
  const segmentCount = useQuery({
    queryKey: ['segment-people', segment.id, 'count'],
    queryFn: ({ signal }) => client.countSegment(segment.id, { signal }),
  });
  const audience = useQuery({
    queryKey: ['audience', segment.audience_id],
    queryFn: ({ signal }) => client.getAudience(segment.audience_id, { signal }),
  });
  const matchingText = segmentCount.data
    ? formatCount(segmentCount.data.contact_count)
    : segmentCount.error
      ? 'Not counted'
      : '…';
  return (
    <DescriptionList
      items={[
        ['Contacts', matchingText],
        [
          'Audience',
          audience.error ? (
            'Deleted, so no contacts match'
          ) : (
            <Link key="audience" href={`/audiences/${segment.audience_id}`}>
              {audience.data?.name ?? '…'}
            </Link>
          ),
        ],
        ['Key', <Copyable key="key" text={segment.key} itemLabel="segment key" />],
        ['Last changed', <Time key="changed" at={segment.updated_at ?? segment.created_at} />],
        ['Segment ID', <Copyable key="id" text={segment.id} itemLabel="segment ID" />],
      ]}
    />
  );
}

function SegmentRuleList({ segment }: { segment: Segment }) {
  const client = useClient();
  const topics = useQuery({
    queryKey: ['topics'],
    queryFn: async () => client.listTopics(),
    enabled: segment.topic_key !== null,
  });
  const topic = topics.data?.data.find(({ key }) => key === segment.topic_key);
  const rules = describeRules(segment, topic?.name);
  return (
    <section aria-labelledby="rules">
      <h2 id="rules">Rules</h2>
      <p>
        The segment matches subscribed contacts of the audience
        {rules.length > 0 ? ' that meet all of these rules:' : '. There are no other rules.'}
      </p>
      <ul className="details">
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </section>
  );
}

const columns = [{ label: 'Email address' }] as const;

function SegmentPeople({ segment: { id, name } }: { segment: Segment }) {
  const client = useClient();
  const query = usePageQuery(['segment-people', id], { limit: 50 }, (page, options) =>
    client.listSegmentContacts(id, page, options),
  );
  return (
    <QueryList
      query={query}
      empty={
        <EmptyState title="No matching contacts">
          Contacts appear here as soon as they meet the rules.
        </EmptyState>
      }
    >
      {({ data }) => (
        <Table caption={`Contacts in ${name}, newest first`} columns={columns}>
          {data.map((email) => (
            <tr key={email}>
              <th scope="row">
                <Link href={buildHref('/people', { q: email })}>{email}</Link>
              </th>
            </tr>
          ))}
        </Table>
      )}
    </QueryList>
  );
}
