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

/** For each address with trouble: what it means, and what to do next. */
export function NextSteps({ email }: { email: EmailWithEvents }) {
  const latestProblems = new Map<string, EmailEvent>();
  for (const event of email.events) {
    if (problemTypes.includes(event.type)) latestProblems.set(event.recipient, event);
    // A delay ends with a delivery.
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
          The other server said: <code>{event.detail}</code>
        </p>
      )}
      <SuppressionNote address={event.recipient} suppressions={suppressions} />
    </aside>
  );
}

interface SuppressionNoteProps {
  address: string;
  /** Undefined while that is not known. */
  suppressions: readonly Suppression[] | undefined;
}

function SuppressionNote({ address, suppressions }: SuppressionNoteProps) {
  if (!suppressions) return null;
  const [first] = suppressions;
  if (!first) return <p>The address is not suppressed: the next mail to it is tried.</p>;
  return (
    <p>
      The address has been suppressed since <Time at={first.created_at} /> ({humanize(first.reason)}): nothing
      more is sent to it. If it is right and its owner wants mail,{' '}
      <Link href={buildHref('/suppressions', { email: address })}>lift the suppression</Link>. Else correct
      the address where you keep it.
    </p>
  );
}

function RejectedNotice({ email }: { email: EmailWithEvents }) {
  return (
    <aside className="notice" data-tone="warning">
      <h2>Nothing was sent</h2>
      <p>
        Nobody in it may be mailed: suppressed, opted out of the topic, or on a domain that takes no mail.{' '}
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
      title: 'Bounced for good',
      meaning: 'The address does not exist, or its server refuses mail to it. Sending again will not help.',
    };
  if (type === 'bounce')
    return {
      title: 'Bounced for now',
      meaning: 'The mailbox was full or its server not ready. The same mail may arrive later: send it again.',
    };
  return explanations[type] ?? { title: 'Trouble', meaning: 'Look at the timeline for what was reported.' };
}

const explanations: Partial<Record<EmailEvent['type'], { title: string; meaning: string }>> = {
  complaint: {
    title: 'Marked as spam',
    meaning: 'The recipient told their provider that they do not want this mail. Do not write to them again.',
  },
  reject: {
    title: 'Refused by the mail provider',
    meaning: 'It found something in the mail that it does not send, such as malware. Change the content.',
  },
  rendering_failure: {
    title: 'Could not be rendered',
    meaning: 'A template of the mail provider lacked a value. Send the mail with all values.',
  },
  delivery_delay: {
    title: 'Delayed',
    meaning:
      'The other server does not take it yet. The mail provider goes on trying; there is nothing to do.',
  },
};
