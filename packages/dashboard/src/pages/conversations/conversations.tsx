import type { Thread } from '@carrier-nest/sdk';
import { Link } from 'wouter';
import { useExampleSender } from '../../parts/curl';
import { buildHref, useFilters } from '../../parts/filters';
import { Page } from '../../parts/page';
import { QueryList, usePageQuery } from '../../parts/query-list';
import { EmptyState } from '../../parts/states';
import { Status } from '../../parts/status';
import { LinkRow, Table } from '../../parts/table';
import { Time } from '../../parts/time';
import { summarizeList } from '../../parts/format';
import { useClient } from '../../service/client';
import { useLocalSession } from '../../session/session';
import { serviceUrl } from '../../service/urls';

/** The conversations that await a reply, or all conversations. */
export function Conversations() {
  const isAll = useFilters().filters['show'] === 'all';
  const client = useClient();
  const query = usePageQuery(
    ['threads'],
    { ...(!isAll && { awaiting_reply: true }) },
    (page, options) => client.listThreads(page, options),
    { refetchInterval: 10_000 },
  );
  return (
    <Page title="Conversations" lead="Email to your addresses, with your replies.">
      <nav className="switch" aria-label="Filter conversations">
        <Link href="/conversations" aria-current={isAll ? undefined : 'true'}>
          Awaiting reply
        </Link>
        <Link href={buildHref('/conversations', { show: 'all' })} aria-current={isAll ? 'true' : undefined}>
          All
        </Link>
      </nav>
      <QueryList query={query} empty={<NoConversations isAll={isAll} />}>
        {({ data }) => <ThreadTable threads={data} />}
      </QueryList>
    </Page>
  );
}

const columns = [
  { label: 'Participants' },
  { label: 'Subject', isMinor: true },
  { label: 'Status', width: 'slim' },
  { label: 'Messages', isMinor: true, isNumber: true, width: 'slim' },
  { label: 'Last message', width: 'time', isMinor: true },
] as const;

function ThreadTable({ threads }: { threads: readonly Thread[] }) {
  return (
    <Table caption="Conversations, latest message first" columns={columns}>
      {threads.map((thread) => (
        <LinkRow
          key={thread.id}
          href={`/conversations/${thread.id}`}
          label={summarizeList(thread.participants) || 'No other participants'}
          details={
            <>
              <span className="under">{thread.subject}</span>
              <span className="under">
                <Time at={thread.last_message_at} />
              </span>
            </>
          }
        >
          <td className="minor">{thread.subject || '(No subject)'}</td>
          <td>
            <ThreadStatus thread={thread} />
          </td>
          <td className="minor number">{thread.message_count}</td>
          <td className="minor time">
            <Time at={thread.last_message_at} />
          </td>
        </LinkRow>
      ))}
    </Table>
  );
}

export function ThreadStatus({ thread }: { thread: Thread }) {
  if (thread.pending_reply) return <Status status="pending" label="Reply pending" />;
  if (thread.awaiting_reply) return <Status status="mismatch" label="Awaiting reply" />;
  if (thread.handled_at) return <Status status="ok" label="Handled" />;
  return <Status status="quiet" label="No reply needed" />;
}

function NoConversations({ isAll }: { isAll: boolean }) {
  const local = useLocalSession();
  const exampleSender = useExampleSender();
  if (!isAll)
    return (
      <EmptyState title="No conversations await a reply">
        <Link href={buildHref('/conversations', { show: 'all' })}>View all conversations</Link>
      </EmptyState>
    );
  return (
    <EmptyState
      title="No conversations yet"
      {...(local && {
        command: `curl '${serviceUrl}/control/inbound?mail_from=kim@example.com&rcpt=${exampleSender}' \\\n  -H 'Content-Type: message/rfc822' \\\n  --data-binary $'From: kim@example.com\\r\\nTo: ${exampleSender}\\r\\nSubject: A question\\r\\n\\r\\nWhere is it?\\r\\n'`,
      })}
    >
      A conversation starts when you send a transactional email or receive an email at one of your addresses.{' '}
      {local?.control ? (
        <Link href="/write">Simulate an inbound email</Link>
      ) : (
        <Link href="/domains">Check whether your domains can receive</Link>
      )}
      .
    </EmptyState>
  );
}
