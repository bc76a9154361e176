import type { EmailEvent, EmailWithEvents } from '@carrier-nest/sdk';
import { Status } from '../../parts/status';
import { Time } from '../../parts/time';

/** What happened, to each recipient by itself: mail to one can bounce while that to another arrives. */
export function Timeline({ email }: { email: EmailWithEvents }) {
  const recipients = [...new Set([...email.to, ...email.events.map(({ recipient }) => recipient)])];
  if (email.events.length === 0) return <p className="quiet">{describeNoEvents(email)}</p>;
  return recipients.map((recipient) => {
    const events = email.events.filter((event) => event.recipient === recipient);
    return (
      <div key={recipient} className="timeline">
        <h3>{recipient}</h3>
        {events.length === 0 && <p className="quiet">Nothing was reported for this address.</p>}
        <ol>
          {events.map((event) => (
            <TimelineEvent key={event.id} event={event} />
          ))}
        </ol>
      </div>
    );
  });
}

function TimelineEvent({ event }: { event: EmailEvent }) {
  return (
    <li>
      <Status status={event.type} label={eventLabels[event.type]} />
      <Time at={event.occurred_at} exact />
      {event.sub_type && <p>{event.sub_type}</p>}
      {event.detail && <p className="verbatim">{event.detail}</p>}
    </li>
  );
}

const eventLabels: Record<EmailEvent['type'], string> = {
  send: 'Taken by the mail provider',
  delivery: 'Delivered',
  bounce: 'Bounced',
  complaint: 'Complained of',
  reject: 'Refused by the mail provider',
  open: 'Opened',
  click: 'Clicked',
  rendering_failure: 'Could not be rendered',
  delivery_delay: 'Delayed',
};

function describeNoEvents({ status }: EmailWithEvents): string {
  if (status === 'scheduled') return 'It has not left yet. What happens to it will be here.';
  if (status === 'queued') return 'It is held, or on its way to the mail provider.';
  if (status === 'canceled') return 'It was canceled before it left.';
  if (status === 'rejected') return 'Nobody could be mailed, so nothing was sent.';
  return 'Nothing was reported yet. It usually takes seconds.';
}
