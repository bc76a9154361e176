import type { EmailWithEvents } from '@carrier-nest/sdk';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'wouter';
import { Copyable } from '../../parts/copy';
import { Facts } from '../../parts/facts';
import { Page } from '../../parts/page';
import { Loaded } from '../../parts/states';
import { Status } from '../../parts/status';
import { Time } from '../../parts/time';
import { useClient } from '../../service/client';
import { useLocal } from '../../session/session';
import { Cancel } from './cancel';
import { NextSteps } from './next-steps';
import { Said } from './said';
import { SentMail } from './sent-mail';
import { Timeline } from './timeline';

const back = { to: '/log', says: 'Log' };

/** What became of one mail. */
export function Message() {
  const { id = '' } = useParams<{ id: string }>();
  const client = useClient();
  const query = useQuery({
    queryKey: ['email', id],
    queryFn: ({ signal }) => client.getEmail(id, { signal }),
    refetchInterval: 5_000,
  });
  if (!query.data) {
    return (
      <Page title="Message" back={back}>
        <Loaded query={query}>{() => null}</Loaded>
      </Page>
    );
  }
  return <MessageShown email={query.data} />;
}

function MessageShown({ email }: { email: EmailWithEvents }) {
  const local = useLocal();
  return (
    <Page
      title={email.subject || 'Without a subject'}
      back={back}
      actions={email.status === 'scheduled' ? <Cancel id={email.id} /> : undefined}
    >
      <NextSteps email={email} />
      <div className="columns">
        <section aria-labelledby="details">
          <h2 id="details">Details</h2>
          <Details email={email} />
        </section>
        <section aria-labelledby="timeline">
          <h2 id="timeline">Timeline</h2>
          <Timeline email={email} />
        </section>
      </div>
      {/* On this machine there is what left, to the last byte; what is still here is what was said. */}
      {local?.control && email.sent_at !== null ? <SentMail messageId={email.id} /> : <Said id={email.id} />}
    </Page>
  );
}

const time = (at: string | null) => at && <Time at={at} exact />;

const Details = ({ email }: { email: EmailWithEvents }) => (
  <Facts
    of={[
      ['Status', <Status key="status" of={email.status} />],
      ['From', email.from],
      ['To', email.to.join(', ')],
      ['Kind', email.risk_class],
      ['Created', time(email.created_at)],
      ['Due', time(email.scheduled_at)],
      ['Sent', time(email.sent_at)],
      ['First opened', time(email.opened_at)],
      ['First clicked', time(email.clicked_at)],
      ['Message id', <Copyable key="id" text={email.id} what="the message id" />],
      [
        'Provider’s id',
        email.provider_message_id && (
          <Copyable key="provider" text={email.provider_message_id} what="the id of the mail provider" />
        ),
      ],
    ]}
  />
);
