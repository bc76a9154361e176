import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { MailBody } from '../../parts/mail-body';
import { QueryBoundary } from '../../parts/states';
import { useClient } from '../../service/client';

/** What the mail said, as long as it is kept. */
export function EmailContent({ id }: { id: string }) {
  const client = useClient();
  const query = useQuery({
    queryKey: ['email-content', id],
    queryFn: ({ signal }) => client.getEmailContent(id, { signal }),
  });
  return (
    <section aria-labelledby="content">
      <h2 id="content">What it says</h2>
      <QueryBoundary query={query}>
        {({ html, text, thread_id: threadId }) => (
          <>
            {html === null && text === null ? (
              <p className="quiet">What it said is not kept any more.</p>
            ) : (
              <MailBody html={html} text={text} title="The HTML of the mail" />
            )}
            {threadId && (
              <p>
                <Link href={`/conversations/${threadId}`}>Open its conversation</Link>
              </p>
            )}
          </>
        )}
      </QueryBoundary>
    </section>
  );
}
