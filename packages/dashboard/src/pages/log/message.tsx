import type { EmailWithEvents } from '@carrier-nest/sdk';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'wouter';
import { Copyable } from '../../parts/copy';
import { DescriptionList } from '../../parts/description-list';
import { Page } from '../../parts/page';
import { QueryPage } from '../../parts/query-page';
import { Status } from '../../parts/status';
import { Time } from '../../parts/time';
import { useClient } from '../../service/client';
import { useLocalSession } from '../../session/session';
import { CancelEmail } from './cancel-email';
import { NextSteps } from './next-steps';
import { EmailContent } from './email-content';
import { SentMail } from './sent-mail';
import { Timeline } from './timeline';

const back = { to: '/log', label: 'Log' };

/** One email with its details, timeline and content. */
export function Message() {
  const { id } = useParams<{ id: string }>();
  const client = useClient();
  const query = useQuery({
    queryKey: ['email', id],
    queryFn: ({ signal }) => client.getEmail(id, { signal }),
    refetchInterval: 5_000,
  });
  return (
    <QueryPage query={query} title="Message" back={back}>
      {(email) => <MessageDetails email={email} />}
    </QueryPage>
  );
}

function MessageDetails({ email }: { email: EmailWithEvents }) {
  const local = useLocalSession();
  return (
    <Page
      title={email.subject || '(No subject)'}
      back={back}
      actions={email.status === 'scheduled' ? <CancelEmail id={email.id} /> : undefined}
    >
      <NextSteps email={email} />
      <div className="columns">
        <section aria-labelledby="details">
          <h2 id="details">Details</h2>
          <EmailSummary email={email} />
        </section>
        <section aria-labelledby="timeline">
          <h2 id="timeline">Timeline</h2>
          <Timeline email={email} />
        </section>
      </div>
      {/* The local outbox has every byte of a sent email. Elsewhere, only the stored content is available. */}
      {local?.control && email.sent_at !== null ? (
        <SentMail messageId={email.id} />
      ) : (
        <EmailContent id={email.id} />
      )}
    </Page>
  );
}

const exactTime = (at: string | null) => at && <Time at={at} exact />;

const EmailSummary = ({ email }: { email: EmailWithEvents }) => (
  <DescriptionList
    items={[
      ['Status', <Status key="status" status={email.status} />],
      ['From', email.from],
      ['To', email.to.join(', ')],
      ['Type', email.risk_class],
      ['Created', exactTime(email.created_at)],
      ['Scheduled for', exactTime(email.scheduled_at)],
      ['Sent', exactTime(email.sent_at)],
      ['First opened', exactTime(email.opened_at)],
      ['First clicked', exactTime(email.clicked_at)],
      ['Message ID', <Copyable key="id" text={email.id} itemLabel="message ID" />],
      [
        'SES message ID',
        email.provider_message_id && (
          <Copyable key="provider" text={email.provider_message_id} itemLabel="SES message ID" />
        ),
      ],
    ]}
  />
);
