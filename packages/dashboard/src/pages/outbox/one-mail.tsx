import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { Facts } from '../../parts/facts';
import { Icon } from '../../parts/icon';
import { Loaded } from '../../parts/states';
import { Copyable } from '../../parts/copy';
import { hrefWith } from '../../parts/filters';
import { control, type MailParts } from '../../service/control';
import { Happen } from './happen';
import { MailView } from './mail-view';

/** One mail: what it says, and what its recipients may do with it. */
export function OneMail({ id }: { id: string }) {
  const query = useQuery({ queryKey: ['mail', id], queryFn: () => control.parts(id), staleTime: Infinity });
  return (
    <section className="one-mail" aria-label="The mail">
      <Link href="/outbox" className="back">
        <Icon name="back" />
        All mails
      </Link>
      <Loaded query={query}>{(mail) => <Shown id={id} mail={mail} />}</Loaded>
    </section>
  );
}

function Shown({ id, mail }: { id: string; mail: MailParts }) {
  const header = (name: string): string | undefined =>
    mail.headers.find((one) => one.name.toLowerCase() === name)?.value;
  return (
    <>
      <h2>{mail.subject || 'Without a subject'}</h2>
      <Facts
        of={[
          ['From', header('from')],
          ['To', header('to')],
          ['Cc', header('cc')],
          ['Provider’s id', <Copyable key="id" text={id} what="the id of the mail provider" />],
        ]}
      />
      <div className="actions">
        <Happen id={id} mail={mail} />
        <Link href={hrefWith('/write', { answer: id })} className="button">
          Answer as the recipient
        </Link>
        {mail.message_id && (
          <Link href={`/log/${mail.message_id}`} className="button">
            What became of it
          </Link>
        )}
      </div>
      <MailView id={id} />
    </>
  );
}
