import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { DescriptionList } from '../../parts/description-list';
import { Icon } from '../../parts/icon';
import { QueryBoundary } from '../../parts/states';
import { Copyable } from '../../parts/copy';
import { buildHref } from '../../parts/filters';
import { control, type MailParts } from '../../service/control';
import { SimulateEvent } from './simulate-event';
import { MailView } from './mail-view';

/** One sent email, with buttons that simulate an SES event or a reply of the recipient. */
export function MailDetails({ id }: { id: string }) {
  const query = useQuery({ queryKey: ['mail', id], queryFn: () => control.parts(id), staleTime: Infinity });
  return (
    <section className="one-mail" aria-label="Email">
      <Link href="/outbox" className="back">
        <Icon name="back" />
        All emails
      </Link>
      <QueryBoundary query={query}>{(mail) => <LoadedMail id={id} mail={mail} />}</QueryBoundary>
    </section>
  );
}

function LoadedMail({ id, mail }: { id: string; mail: MailParts }) {
  const header = (name: string): string | undefined =>
    mail.headers.find((candidate) => candidate.name.toLowerCase() === name)?.value;
  return (
    <>
      <h2>{mail.subject || '(No subject)'}</h2>
      <DescriptionList
        items={[
          ['From', header('from')],
          ['To', header('to')],
          ['Cc', header('cc')],
          ['SES message ID', <Copyable key="id" text={id} itemLabel="SES message ID" />],
        ]}
      />
      <div className="actions">
        <SimulateEvent id={id} mail={mail} />
        <Link href={buildHref('/write', { response: id })} className="button">
          Reply as the recipient
        </Link>
        {mail.message_id && (
          <Link href={`/log/${mail.message_id}`} className="button">
            View in log
          </Link>
        )}
      </div>
      <MailView id={id} />
    </>
  );
}
