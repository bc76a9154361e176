import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { MailBody } from '../../parts/mail-body';
import { QueryBoundary } from '../../parts/states';
import { useClient } from '../../service/client';

/** The content of the email, or a note that the content is no longer stored. */
export function EmailContent({ id }: { id: string }) {
  const client = useClient();
  const query = useQuery({
    queryKey: ['email-content', id],
    queryFn: ({ signal }) => client.getEmailContent(id, { signal }),
  });
  return (
    <section aria-labelledby="content">
      <h2 id="content">Content</h2>
      <QueryBoundary query={query}>
        {({ html, text, thread_id: threadId }) => (
          <>
            {html === null && text === null ? (
              <p className="quiet">The content is no longer stored.</p>
            ) : (
              <MailBody html={html} text={text} title="HTML of the email" />
            )}
            {threadId && (
              <p>
                <Link href={`/conversations/${threadId}`}>Open conversation</Link>
              </p>
            )}
          </>
        )}
      </QueryBoundary>
    </section>
  );
}
