import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useLocation, useParams } from 'wouter';
import { useCurl, useSender } from '../../parts/curl';
import { Field } from '../../parts/field';
import { hrefWith, useFilters } from '../../parts/filters';
import { Page } from '../../parts/page';
import { Empty, Loaded } from '../../parts/states';
import { Time } from '../../parts/time';
import { several } from '../../parts/words';
import { control, type OutboxMail } from '../../service/control';
import { OneMail } from './one-mail';

const rowsAtOnce = 50;

/** Every mail that left, as its recipients would see it: the list, and beside it the one that is looked at. */
export function Outbox() {
  const { id } = useParams<{ id?: string }>();
  const { filters } = useFilters();
  const to = filters['to'];
  const limit = Number(filters['show']) || rowsAtOnce;
  const query = useQuery({
    queryKey: ['outbox', { to, limit }],
    queryFn: () => control.outbox({ limit, ...(to && { to }) }),
    placeholderData: keepPreviousData,
    refetchInterval: 2_000,
  });
  return (
    <Page title="Outbox" lead="Mail stays on this machine. Here it is as its recipients would get it." isWide>
      <Loaded query={query}>
        {({ data, has_more }) =>
          data.length === 0 && !to && !id ? (
            <NothingYet />
          ) : (
            <div className="outbox" data-chosen={id !== undefined}>
              <List
                mails={data}
                hasMore={has_more}
                limit={limit}
                chosen={id ?? data[0]?.provider_message_id}
              />
              <Chosen id={id} newest={data[0]} />
            </div>
          )
        }
      </Loaded>
    </Page>
  );
}

function Chosen({ id, newest }: { id: string | undefined; newest: OutboxMail | undefined }) {
  const shown = id ?? newest?.provider_message_id;
  if (!shown) return null;
  return <OneMail key={shown} id={shown} />;
}

interface ListProps {
  mails: readonly OutboxMail[];
  hasMore: boolean;
  limit: number;
  chosen: string | undefined;
}

function List({ mails, hasMore, limit, chosen }: ListProps) {
  const { path, filters } = useFilters();
  return (
    <nav className="mails" aria-label="Mails, newest first">
      <Search />
      {mails.length === 0 && <p className="quiet">No mail to that address.</p>}
      <ol>
        {mails.map((mail) => (
          <li key={mail.provider_message_id}>
            <Link
              href={hrefWith(`/outbox/${mail.provider_message_id}`, filters)}
              aria-current={mail.provider_message_id === chosen ? 'true' : undefined}
            >
              <strong>{mail.subject || 'Without a subject'}</strong>
              <span>{several([...mail.to, ...mail.cc, ...mail.bcc])}</span>
              <Time at={mail.at} />
            </Link>
          </li>
        ))}
      </ol>
      {hasMore && (
        <Link href={hrefWith(path, { ...filters, show: String(limit + rowsAtOnce) })}>Show more</Link>
      )}
    </nav>
  );
}

function Search() {
  const { filters } = useFilters();
  const [, navigate] = useLocation();
  return (
    <form
      role="search"
      aria-label="Find mail to an address"
      onSubmit={(event) => {
        event.preventDefault();
        const to = new FormData(event.currentTarget).get('to');
        navigate(hrefWith('/outbox', { to: typeof to === 'string' ? to.trim() : '' }));
      }}
    >
      <Field
        key={filters['to']}
        label="To"
        name="to"
        type="search"
        defaultValue={filters['to'] ?? ''}
        placeholder="kim@example.com, then Enter"
      />
    </form>
  );
}

function NothingYet() {
  const curl = useCurl();
  const from = useSender();
  return (
    <Empty
      title="Send a first mail"
      command={curl('POST', '/v1/emails', {
        from: `Desk <${from}>`,
        to: 'kim@example.com',
        subject: 'Hello',
        html: '<h1>Hello Kim</h1><p>It works.</p>',
      })}
    >
      Paste this into a terminal. The mail appears here by itself, as Kim would see it.
    </Empty>
  );
}
