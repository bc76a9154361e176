import type { Thread } from '@carrier-nest/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'wouter';
import { useSender } from '../../parts/curl';
import { hrefWith, useFilters } from '../../parts/filters';
import { Page } from '../../parts/page';
import { Pager } from '../../parts/pager';
import { Empty, Loaded } from '../../parts/states';
import { Status } from '../../parts/status';
import { Table } from '../../parts/table';
import { Time } from '../../parts/time';
import { several } from '../../parts/words';
import { useClient } from '../../service/client';
import { useLocal } from '../../session/session';
import { serviceUrl } from '../../service/place';

/** Who writes with whom: what waits for an answer, or all of it. */
export function Conversations() {
  const { filters } = useFilters();
  const isAll = filters['show'] === 'all';
  const { cursor } = filters;
  const client = useClient();
  const query = useQuery({
    queryKey: ['threads', { isAll, cursor }],
    queryFn: async ({ signal }) =>
      client.listThreads({ ...(!isAll && { awaiting_reply: true }), ...(cursor && { cursor }) }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 10_000,
  });
  return (
    <Page title="Conversations" lead="Mail that people wrote to your addresses, and what was answered.">
      <nav className="switch" aria-label="Which conversations">
        <Link href="/conversations" aria-current={isAll ? undefined : 'true'}>
          Awaiting a reply
        </Link>
        <Link href={hrefWith('/conversations', { show: 'all' })} aria-current={isAll ? 'true' : undefined}>
          All
        </Link>
      </nav>
      <Loaded query={query}>
        {(page) =>
          page.data.length > 0 ? (
            <>
              <Rows threads={page.data} />
              <Pager page={page} />
            </>
          ) : (
            <NothingYet isAll={isAll} />
          )
        }
      </Loaded>
    </Page>
  );
}

const columns = [
  { says: 'With' },
  { says: 'Subject', isMinor: true },
  { says: 'State', width: 'slim' },
  { says: 'Messages', isMinor: true, isNumber: true, width: 'slim' },
  { says: 'Latest', width: 'time', isMinor: true },
] as const;

function Rows({ threads }: { threads: readonly Thread[] }) {
  const [, navigate] = useLocation();
  return (
    <Table caption="Conversations, the latest message first" columns={columns}>
      {threads.map((thread) => (
        <tr key={thread.id} className="opens" onClick={() => navigate(`/conversations/${thread.id}`)}>
          <th scope="row">
            <Link href={`/conversations/${thread.id}`} onClick={(event) => event.stopPropagation()}>
              {several(thread.participants) || 'Nobody else'}
            </Link>
            <span className="under">{thread.subject}</span>
            <span className="under">
              <Time at={thread.last_message_at} />
            </span>
          </th>
          <td className="minor">{thread.subject || 'Without a subject'}</td>
          <td>
            <StateOf thread={thread} />
          </td>
          <td className="minor number">{thread.message_count}</td>
          <td className="minor time">
            <Time at={thread.last_message_at} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

export function StateOf({ thread }: { thread: Thread }) {
  if (thread.pending_reply) return <Status of="pending" says="Answer is due" />;
  if (thread.awaiting_reply) return <Status of="mismatch" says="Awaits reply" />;
  if (thread.handled_at) return <Status of="ok" says="Handled" />;
  return <Status of="quiet" says="Quiet" />;
}

function NothingYet({ isAll }: { isAll: boolean }) {
  const local = useLocal();
  const desk = useSender();
  if (!isAll)
    return (
      <Empty title="Nobody waits for an answer">
        <Link href={hrefWith('/conversations', { show: 'all' })}>All conversations</Link> are still there.
      </Empty>
    );
  return (
    <Empty
      title="No conversations yet"
      {...(local && {
        command: `curl '${serviceUrl}/control/inbound?mail_from=kim@example.com&rcpt=${desk}' \\\n  -H 'Content-Type: message/rfc822' \\\n  --data-binary $'From: kim@example.com\\r\\nTo: ${desk}\\r\\nSubject: A question\\r\\n\\r\\nWhere is it?\\r\\n'`,
      })}
    >
      A conversation begins with the first transactional mail that you send, or that somebody writes to an
      address of yours.{' '}
      {local?.control ? (
        <Link href="/write">Write one as somebody else</Link>
      ) : (
        <Link href="/domains">Domains say whether yours can receive</Link>
      )}
      .
    </Empty>
  );
}
