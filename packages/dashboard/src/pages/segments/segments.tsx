import type { Segment } from '@carrier-nest/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'wouter';
import { Copyable } from '../../parts/copy';
import { Page } from '../../parts/page';
import { Empty, Loaded } from '../../parts/states';
import { Table } from '../../parts/table';
import { Time } from '../../parts/time';
import { useClient } from '../../service/client';
import { ruleCountOf } from './in-words';

/** Saved filters over audiences. */
export function Segments() {
  const client = useClient();
  const query = useQuery({
    queryKey: ['segments'],
    queryFn: async ({ signal }) => client.listSegments({ signal }),
  });
  return (
    <Page
      title="Segments"
      lead="Those of an audience who keep some rules. A segment keeps the rules: who matches is asked whenever it is used."
      actions={
        <Link href="/segments/new" className="button primary">
          Make a segment
        </Link>
      }
    >
      <Loaded query={query}>
        {({ data, has_more }) =>
          data.length > 0 ? (
            <>
              <Rows segments={data} />
              {has_more && <p className="quiet">The first 500, by name. The API lists no more of them.</p>}
            </>
          ) : (
            <Empty title="No segments yet">
              <Link href="/segments/new">Make the first one</Link>, and send campaigns to it.
            </Empty>
          )
        }
      </Loaded>
    </Page>
  );
}

const columns = [
  { says: 'Segment' },
  { says: 'Key', isMinor: true },
  { says: 'Rules', isNumber: true, width: 'slim' },
  { says: 'Last changed', isMinor: true, width: 'time' },
] as const;

function Rows({ segments }: { segments: readonly Segment[] }) {
  const [, navigate] = useLocation();
  return (
    <Table caption="Segments, by name" columns={columns}>
      {segments.map((segment) => (
        <tr key={segment.id} className="opens" onClick={() => navigate(`/segments/${segment.id}`)}>
          <th scope="row">
            <Link href={`/segments/${segment.id}`} onClick={(event) => event.stopPropagation()}>
              {segment.name}
            </Link>
            <span className="under">{segment.key}</span>
          </th>
          <td className="minor" onClick={(event) => event.stopPropagation()}>
            <Copyable text={segment.key} what={`the key of ${segment.name}`} />
          </td>
          <td className="number">{ruleCountOf(segment)}</td>
          <td className="minor time">
            <Time at={segment.updated_at ?? segment.created_at} />
          </td>
        </tr>
      ))}
    </Table>
  );
}
