import type { BroadcastRecipient } from '@carrier-nest/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useLocation, useParams } from 'wouter';
import { useFilters } from '../../parts/filters';
import { Page } from '../../parts/page';
import { Pager } from '../../parts/pager';
import { Empty, Loaded } from '../../parts/states';
import { Status } from '../../parts/status';
import { Table } from '../../parts/table';
import { Time } from '../../parts/time';
import { useClient } from '../../service/client';

/** Each mail that a campaign made. */
export function Messages() {
  const { id = '' } = useParams<{ id: string }>();
  const { cursor } = useFilters().filters;
  const client = useClient();
  const query = useQuery({
    queryKey: ['campaign-messages', id, { cursor }],
    queryFn: async ({ signal }) =>
      client.listBroadcastRecipients(id, { limit: 50, ...(cursor && { cursor }) }, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <Page
      title="Messages"
      lead="Whom the campaign was sent to. Who was left out has no message."
      back={{ to: `/campaigns/${id}`, says: 'The campaign' }}
    >
      <Loaded query={query}>
        {(page) =>
          page.data.length > 0 || page.next_cursor ? (
            <>
              <Rows messages={page.data} />
              <Pager page={page} says={{ first: 'To the beginning', next: 'More' }} />
            </>
          ) : (
            <Empty title="No messages yet">They appear here once the campaign has started.</Empty>
          )
        }
      </Loaded>
    </Page>
  );
}

const columns = [
  { says: 'To' },
  { says: 'Status', width: 'slim' },
  { says: 'Variant', width: 'slim', isMinor: true },
  { says: 'Opened', width: 'time', isMinor: true },
  { says: 'Clicked', width: 'time', isMinor: true },
] as const;

function Rows({ messages }: { messages: readonly BroadcastRecipient[] }) {
  const [, navigate] = useLocation();
  return (
    <Table caption="Messages of the campaign" columns={columns}>
      {messages.map((message) => (
        <tr key={message.id} className="opens" onClick={() => navigate(`/log/${message.id}`)}>
          <th scope="row">
            <Link href={`/log/${message.id}`} onClick={(event) => event.stopPropagation()}>
              {message.email}
            </Link>
            {message.variant && <span className="under">Variant {message.variant}</span>}
          </th>
          <td>
            <Status of={message.status} />
          </td>
          <td className="minor">{message.variant ?? '–'}</td>
          <td className="minor time">{message.opened_at ? <Time at={message.opened_at} /> : '–'}</td>
          <td className="minor time">{message.clicked_at ? <Time at={message.clicked_at} /> : '–'}</td>
        </tr>
      ))}
    </Table>
  );
}
