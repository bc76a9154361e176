import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { MailView } from '../outbox/mail-view';
import { control } from '../../service/control';

/** The email as the local SES accepted it. */
export function SentMail({ messageId }: { messageId: string }) {
  const { data } = useQuery({
    queryKey: ['outbox', { messageId }],
    queryFn: () => control.outbox({ message_id: messageId }),
    refetchInterval: 5_000,
  });
  const [mail] = data?.data ?? [];
  if (!mail) return null;
  return (
    <section aria-labelledby="sent-mail">
      <h2 id="sent-mail">Content</h2>
      <MailView id={mail.provider_message_id} />
      <p>
        <Link href={`/outbox/${mail.provider_message_id}`}>Open in outbox</Link> to simulate a bounce, an open
        or a click.
      </p>
    </section>
  );
}
