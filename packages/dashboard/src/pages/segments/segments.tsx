import type { Segment } from '@carrier-nest/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { Copyable } from '../../parts/copy';
import { Page } from '../../parts/page';
import { QueryList } from '../../parts/query-list';
import { EmptyState } from '../../parts/states';
import { LinkRow, Table } from '../../parts/table';
import { Time } from '../../parts/time';
import { useClient } from '../../service/client';
import { countRules } from './describe-rules';

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
      <QueryList
        query={query}
        empty={
          <EmptyState title="No segments yet">
            <Link href="/segments/new">Make the first one</Link>, and send campaigns to it.
          </EmptyState>
        }
      >
        {({ data, has_more }) => (
          <>
            <SegmentTable segments={data} />
            {has_more && <p className="quiet">The first 500, by name. The API lists no more of them.</p>}
          </>
        )}
      </QueryList>
    </Page>
  );
}

const columns = [
  { label: 'Segment' },
  { label: 'Key', isMinor: true },
  { label: 'Rules', isNumber: true, width: 'slim' },
  { label: 'Last changed', isMinor: true, width: 'time' },
] as const;

function SegmentTable({ segments }: { segments: readonly Segment[] }) {
  return (
    <Table caption="Segments, by name" columns={columns}>
      {segments.map((segment) => (
        <LinkRow
          key={segment.id}
          href={`/segments/${segment.id}`}
          label={segment.name}
          details={<span className="under">{segment.key}</span>}
        >
          <td className="minor" onClick={(event) => event.stopPropagation()}>
            <Copyable text={segment.key} itemLabel={`the key of ${segment.name}`} />
          </td>
          <td className="number">{countRules(segment)}</td>
          <td className="minor time">
            <Time at={segment.updated_at ?? segment.created_at} />
          </td>
        </LinkRow>
      ))}
    </Table>
  );
}
