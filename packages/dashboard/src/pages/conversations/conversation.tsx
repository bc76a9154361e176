import type { ThreadWithMessages } from '@carrier-nest/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from 'wouter';
import { Copyable } from '../../parts/copy';
import { Facts } from '../../parts/facts';
import { Page } from '../../parts/page';
import { Failure, Loaded } from '../../parts/states';
import { Time } from '../../parts/time';
import { useToast } from '../../parts/toast';
import { useClient } from '../../service/client';
import { StateOf } from './conversations';
import { Reply } from './reply';
import { Transcript } from './transcript';

const back = { to: '/conversations', says: 'Conversations' };

/** All that was said, and the answer. */
export function Conversation() {
  const { id = '' } = useParams<{ id: string }>();
  const client = useClient();
  const query = useQuery({
    queryKey: ['thread', id],
    queryFn: ({ signal }) => client.getThread(id, { signal }),
    refetchInterval: 10_000,
  });
  if (!query.data) {
    return (
      <Page title="Conversation" back={back}>
        <Loaded query={query}>{() => null}</Loaded>
      </Page>
    );
  }
  return <Shown thread={query.data} />;
}

function Shown({ thread }: { thread: ThreadWithMessages }) {
  return (
    <Page
      title={thread.subject || 'Without a subject'}
      back={back}
      actions={thread.awaiting_reply ? <Handled id={thread.id} /> : undefined}
    >
      <Facts
        of={[
          ['State', <StateOf key="state" thread={thread} />],
          ['With', thread.participants.join(', ')],
          ['Handled', thread.handled_at && <Time key="handled" at={thread.handled_at} />],
          ['Conversation id', <Copyable key="id" text={thread.id} what="the id of the conversation" />],
        ]}
      />
      <Transcript thread={thread} />
      {/* Another conversation, or another last message, is another answer. */}
      <Reply key={thread.messages.at(-1)?.id} thread={thread} />
    </Page>
  );
}

function Handled({ id }: { id: string }) {
  const client = useClient();
  const queries = useQueryClient();
  const say = useToast();
  const handled = useMutation({
    mutationFn: () => client.markThreadHandled(id),
    onSuccess: async () => {
      say('Marked as handled: it awaits no reply any more.');
      await queries.invalidateQueries();
    },
  });
  return (
    <>
      <button type="button" onClick={() => handled.mutate()} disabled={handled.isPending}>
        Mark as handled
      </button>
      {handled.error && <Failure error={handled.error} />}
    </>
  );
}
