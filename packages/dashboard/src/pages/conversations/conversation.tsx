import type { ThreadWithMessages } from '@carrier-nest/sdk';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useParams } from 'wouter';
import { Copyable } from '../../parts/copy';
import { DescriptionList } from '../../parts/description-list';
import { Page } from '../../parts/page';
import { QueryPage } from '../../parts/query-page';
import { ErrorMessage } from '../../parts/states';
import { Time } from '../../parts/time';
import { allQueries, useSuccessEffects } from '../../parts/success-effects';
import { useClient } from '../../service/client';
import { ThreadStatus } from './conversations';
import { Reply } from './reply';
import { Transcript } from './transcript';

const back = { to: '/conversations', label: 'Conversations' };

/** The transcript of a conversation, and a form to reply. */
export function Conversation() {
  const { id } = useParams<{ id: string }>();
  const client = useClient();
  const query = useQuery({
    queryKey: ['thread', id],
    queryFn: ({ signal }) => client.getThread(id, { signal }),
    refetchInterval: 10_000,
  });
  return (
    <QueryPage query={query} title="Conversation" back={back}>
      {(thread) => <ConversationDetails thread={thread} />}
    </QueryPage>
  );
}

function ConversationDetails({ thread }: { thread: ThreadWithMessages }) {
  return (
    <Page
      title={thread.subject || '(No subject)'}
      back={back}
      actions={thread.awaiting_reply ? <MarkHandledButton id={thread.id} /> : undefined}
    >
      <DescriptionList
        items={[
          ['Status', <ThreadStatus key="state" thread={thread} />],
          ['Participants', thread.participants.join(', ')],
          ['Handled', thread.handled_at && <Time key="handled" at={thread.handled_at} />],
          ['Conversation ID', <Copyable key="id" text={thread.id} itemLabel="conversation ID" />],
        ]}
      />
      <Transcript thread={thread} />
      {/* The key clears the form when the conversation or its last message changes. */}
      <Reply key={thread.messages.at(-1)?.id} thread={thread} />
    </Page>
  );
}

function MarkHandledButton({ id }: { id: string }) {
  const client = useClient();
  const markHandled = useMutation({
    mutationFn: () => client.markThreadHandled(id),
    onSuccess: useSuccessEffects<unknown>({
      successToast: 'Marked as handled. The conversation no longer awaits a reply.',
      invalidateKeys: allQueries,
    }),
  });
  return (
    <>
      <button type="button" onClick={() => markHandled.mutate()} disabled={markHandled.isPending}>
        Mark as handled
      </button>
      {markHandled.error && <ErrorMessage error={markHandled.error} />}
    </>
  );
}
