import type { BroadcastRecipient } from '@carrier-nest/sdk';
import { useParams } from 'wouter';
import { Page } from '../../parts/page';
import { Pager } from '../../parts/pager';
import { usePageQuery } from '../../parts/query-list';
import { EmptyState, QueryBoundary } from '../../parts/states';
import { Status } from '../../parts/status';
import { LinkRow, Table } from '../../parts/table';
import { Time } from '../../parts/time';
import { useClient } from '../../service/client';

/** The emails of a campaign, one per recipient. */
export function Messages() {
  const { id } = useParams<{ id: string }>();
  const client = useClient();
  const query = usePageQuery(['campaign-messages', id], { limit: 50 }, (page, options) =>
    client.listBroadcastRecipients(id, page, options),
  );
  return (
    <Page
      title="Messages"
      lead="One message per recipient. Skipped recipients have no message."
      back={{ to: `/campaigns/${id}`, label: 'Campaign' }}
    >
      <QueryBoundary query={query}>
        {(page) =>
          page.data.length > 0 || page.next_cursor ? (
            <>
              <MessageTable messages={page.data} />
              <Pager nextCursor={page.next_cursor} labels={{ first: 'First page', next: 'Next page' }} />
            </>
          ) : (
            <EmptyState title="No messages yet">
              Messages appear here after the campaign has started.
            </EmptyState>
          )
        }
      </QueryBoundary>
    </Page>
  );
}

const columns = [
  { label: 'To' },
  { label: 'Status', width: 'slim' },
  { label: 'Variant', width: 'slim', isMinor: true },
  { label: 'Opened', width: 'time', isMinor: true },
  { label: 'Clicked', width: 'time', isMinor: true },
] as const;

function MessageTable({ messages }: { messages: readonly BroadcastRecipient[] }) {
  return (
    <Table caption="Messages of the campaign" columns={columns}>
      {messages.map((message) => (
        <LinkRow
          key={message.id}
          href={`/log/${message.id}`}
          label={message.email}
          details={message.variant && <span className="under">Variant {message.variant}</span>}
        >
          <td>
            <Status status={message.status} />
          </td>
          <td className="minor">{message.variant ?? '–'}</td>
          <td className="minor time">{message.opened_at ? <Time at={message.opened_at} /> : '–'}</td>
          <td className="minor time">{message.clicked_at ? <Time at={message.clicked_at} /> : '–'}</td>
        </LinkRow>
      ))}
    </Table>
  );
}
