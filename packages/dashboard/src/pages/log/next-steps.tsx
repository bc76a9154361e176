import type { EmailEvent, EmailWithEvents, Suppression } from '@carrier-nest/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { buildHref } from '../../parts/filters';
import { Time } from '../../parts/time';
import { humanize } from '../../parts/format';
import { useClient } from '../../service/client';

const problemTypes: readonly string[] = [
  'bounce',
  'complaint',
  'reject',
  'rendering_failure',
  'delivery_delay',
];

/** Explains the problem of each affected recipient, and what to do next. */
export function NextSteps({ email }: { email: EmailWithEvents }) {
  const latestProblems = new Map<string, EmailEvent>();
  for (const event of email.events) {
    if (problemTypes.includes(event.type)) latestProblems.set(event.recipient, event);
    // A delivery ends a delay, so the delay is not shown.
    else if (event.type === 'delivery' && latestProblems.get(event.recipient)?.type === 'delivery_delay')
      latestProblems.delete(event.recipient);
  }
  if (latestProblems.size > 0)
    return [...latestProblems.values()].map((event) => <RecipientProblem key={event.id} event={event} />);
  if (email.status !== 'rejected') return null;
  return <RejectedNotice email={email} />;
}

function RecipientProblem({ event }: { event: EmailEvent }) {
  const suppressions = useSuppressions(event.recipient);
  const { title, meaning } = explainEvent(event);
  return (
    <aside className="notice" data-tone={event.type === 'delivery_delay' ? 'warning' : 'bad'}>
      <h2>
        {title}: {event.recipient}
      </h2>
      <p>{meaning}</p>
      {event.detail && (
        <p>
          Response of the receiving server: <code>{event.detail}</code>
        </p>
      )}
      <SuppressionNote address={event.recipient} suppressions={suppressions} />
    </aside>
  );
}

interface SuppressionNoteProps {
  address: string;
  /** Undefined while the suppressions load. */
  suppressions: readonly Suppression[] | undefined;
}

function SuppressionNote({ address, suppressions }: SuppressionNoteProps) {
  if (!suppressions) return null;
  const [first] = suppressions;
  if (!first) return <p>The address is not suppressed, so the next email to it will be sent.</p>;
  return (
    <p>
      The address has been suppressed since <Time at={first.created_at} /> ({humanize(first.reason)}), so no
      more email is sent to it. If the address is correct and its owner wants your email,{' '}
      <Link href={buildHref('/suppressions', { email: address })}>remove the suppression</Link>. Otherwise,
      correct the address in your records.
    </p>
  );
}

function RejectedNotice({ email }: { email: EmailWithEvents }) {
  return (
    <aside className="notice" data-tone="warning">
      <h2>Nothing was sent</h2>
      <p>
        No recipient can be emailed, because each address is suppressed, opted out of the topic, or on a
        domain that accepts no email.{' '}
        {email.to.map((address) => (
          <Link key={address} href={buildHref('/suppressions', { email: address })}>
            Is {address} suppressed?
          </Link>
        ))}
      </p>
    </aside>
  );
}

function useSuppressions(email: string): readonly Suppression[] | undefined {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ['suppressions', { email }],
    queryFn: async ({ signal }) => client.listSuppressions({ email }, { signal }),
  });
  return data?.data;
}

function explainEvent({ type, sub_type }: EmailEvent): { title: string; meaning: string } {
  if (type === 'bounce' && sub_type === 'Permanent')
    return {
      title: 'Permanent bounce',
      meaning: 'The address does not exist, or its server refuses email to it. Sending again will not help.',
    };
  if (type === 'bounce')
    return {
      title: 'Temporary bounce',
      meaning: 'The mailbox was full, or its server was unavailable. Send the email again later.',
    };
  return (
    explanations[type] ?? { title: 'Delivery problem', meaning: 'See the timeline for the reported event.' }
  );
}

const explanations: Partial<Record<EmailEvent['type'], { title: string; meaning: string }>> = {
  complaint: {
    title: 'Marked as spam',
    meaning: 'The recipient reported the email as spam. Do not email this address again.',
  },
  reject: {
    title: 'Rejected by SES',
    meaning: 'SES found content that it does not send, such as malware. Change the content.',
  },
  rendering_failure: {
    title: 'Rendering failed',
    meaning: 'An SES template lacked a value. Send the email again with all values.',
  },
  delivery_delay: {
    title: 'Delayed',
    meaning:
      'The receiving server does not accept the email yet. SES keeps retrying, so no action is needed.',
  },
};
