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

/** What became of one mail. */
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
      title={email.subject || 'Without a subject'}
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
      {/* On this machine there is what left, to the last byte; what is still here is what was said. */}
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
      ['Kind', email.risk_class],
      ['Created', exactTime(email.created_at)],
      ['Due', exactTime(email.scheduled_at)],
      ['Sent', exactTime(email.sent_at)],
      ['First opened', exactTime(email.opened_at)],
      ['First clicked', exactTime(email.clicked_at)],
      ['Message id', <Copyable key="id" text={email.id} itemLabel="the message id" />],
      [
        'Provider’s id',
        email.provider_message_id && (
          <Copyable key="provider" text={email.provider_message_id} itemLabel="the id of the mail provider" />
        ),
      ],
    ]}
  />
);
