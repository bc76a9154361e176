import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useLocation, useParams } from 'wouter';
import { useCurlCommand, useExampleSender } from '../../parts/curl';
import { InputField } from '../../parts/field';
import { buildHref, useFilters } from '../../parts/filters';
import { Page } from '../../parts/page';
import { SearchForm } from '../../parts/search-form';
import { EmptyState, QueryBoundary } from '../../parts/states';
import { Time } from '../../parts/time';
import { summarizeList } from '../../parts/format';
import { control, type OutboxMail } from '../../service/control';
import { MailDetails } from './mail-details';

const pageSize = 50;

/** The emails that the local SES accepted, next to the selected email as its recipients would see it. */
export function Outbox() {
  const { id } = useParams<{ id?: string }>();
  const { filters } = useFilters();
  const to = filters['to'];
  const limit = Number(filters['show']) || pageSize;
  const query = useQuery({
    queryKey: ['outbox', { to, limit }],
    queryFn: () => control.outbox({ limit, ...(to && { to }) }),
    placeholderData: keepPreviousData,
    refetchInterval: 2_000,
  });
  return (
    <Page title="Outbox" lead="Sent emails, which stay on this machine." isWide>
      <QueryBoundary query={query}>
        {({ data, has_more }) =>
          data.length === 0 && !to && !id ? (
            <NoMail />
          ) : (
            <div className="outbox" data-chosen={id !== undefined}>
              <MailList
                mails={data}
                hasMore={has_more}
                limit={limit}
                selectedId={id ?? data[0]?.provider_message_id}
              />
              <SelectedMail id={id} newest={data[0]} />
            </div>
          )
        }
      </QueryBoundary>
    </Page>
  );
}

function SelectedMail({ id, newest }: { id: string | undefined; newest: OutboxMail | undefined }) {
  const selectedId = id ?? newest?.provider_message_id;
  if (!selectedId) return null;
  return <MailDetails key={selectedId} id={selectedId} />;
}

interface MailListProps {
  mails: readonly OutboxMail[];
  hasMore: boolean;
  limit: number;
  selectedId: string | undefined;
}

function MailList({ mails, hasMore, limit, selectedId }: MailListProps) {
  const { path, filters } = useFilters();
  return (
    <nav className="mails" aria-label="Emails, newest first">
      <RecipientSearch />
      {mails.length === 0 && <p className="quiet">No emails to that address.</p>}
      <ol>
        {mails.map((mail) => (
          <li key={mail.provider_message_id}>
            <Link
              href={buildHref(`/outbox/${mail.provider_message_id}`, filters)}
              aria-current={mail.provider_message_id === selectedId ? 'true' : undefined}
            >
              <strong>{mail.subject || '(No subject)'}</strong>
              <span>{summarizeList([...mail.to, ...mail.cc, ...mail.bcc])}</span>
              <Time at={mail.at} />
            </Link>
          </li>
        ))}
      </ol>
      {hasMore && (
        <Link href={buildHref(path, { ...filters, show: String(limit + pageSize) })}>Show more</Link>
      )}
    </nav>
  );
}

function RecipientSearch() {
  const { filters } = useFilters();
  const [, navigate] = useLocation();
  return (
    <SearchForm
      label="Find emails by recipient"
      onSearch={(formValues) => navigate(buildHref('/outbox', { to: formValues.text('to') }))}
    >
      <InputField
        key={filters['to']}
        label="To"
        name="to"
        type="search"
        defaultValue={filters['to'] ?? ''}
        placeholder="kim@example.com, then Enter"
      />
    </SearchForm>
  );
}

function NoMail() {
  const buildCurl = useCurlCommand();
  const from = useExampleSender();
  return (
    <EmptyState
      title="No emails yet"
      command={buildCurl('POST', '/v1/emails', {
        from: `Desk <${from}>`,
        to: 'kim@example.com',
        subject: 'Hello',
        html: '<h1>Hello Kim</h1><p>It works.</p>',
      })}
    >
      Sent emails appear here. Run this command in a terminal to see the first email as Kim would see it.
    </EmptyState>
  );
}
