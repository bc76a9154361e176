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

/** Saved filters of audiences. */
export function Segments() {
  const client = useClient();
  const query = useQuery({
    queryKey: ['segments'],
    queryFn: async ({ signal }) => client.listSegments({ signal }),
  });
  return (
    <Page
      title="Segments"
      lead="A live filter of an audience."
      actions={
        <Link href="/segments/new" className="button primary">
          Create segment
        </Link>
      }
    >
      <QueryList
        query={query}
        empty={
          <EmptyState title="No segments yet">
            A segment is a live filter of an audience.{' '}
            <Link href="/segments/new">Create the first segment</Link> and send campaigns to it.
          </EmptyState>
        }
      >
        {({ data, has_more }) => (
          <>
            <SegmentTable segments={data} />
            {has_more && (
              <p className="quiet">Shows the first 500 segments by name, the maximum that the API lists.</p>
            )}
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
    <Table caption="Segments by name" columns={columns}>
      {segments.map((segment) => (
        <LinkRow
          key={segment.id}
          href={`/segments/${segment.id}`}
          label={segment.name}
          details={<span className="under">{segment.key}</span>}
        >
          <td className="minor" onClick={(event) => event.stopPropagation()}>
            <Copyable text={segment.key} itemLabel={`key of ${segment.name}`} />
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
