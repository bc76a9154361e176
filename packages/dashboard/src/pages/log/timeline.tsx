import type { EmailEvent, EmailWithEvents } from '@carrier-nest/sdk';
import { Status } from '../../parts/status';
import { Time } from '../../parts/time';

/** Groups the events by recipient, because an email can bounce for one recipient and arrive for another. */
export function Timeline({ email }: { email: EmailWithEvents }) {
  const recipients = [...new Set([...email.to, ...email.events.map(({ recipient }) => recipient)])];
  if (email.events.length === 0) return <p className="quiet">{describeNoEvents(email)}</p>;
  return recipients.map((recipient) => {
    const events = email.events.filter((event) => event.recipient === recipient);
    return (
      <div key={recipient} className="timeline">
        <h3>{recipient}</h3>
        {events.length === 0 && <p className="quiet">No events for this address.</p>}
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
  send: 'Accepted by SES',
  delivery: 'Delivered',
  bounce: 'Bounced',
  complaint: 'Marked as spam',
  reject: 'Rejected by SES',
  open: 'Opened',
  click: 'Clicked',
  rendering_failure: 'Rendering failed',
  delivery_delay: 'Delayed',
};

function describeNoEvents({ status }: EmailWithEvents): string {
  if (status === 'scheduled') return 'The email has not been sent yet. Its events will appear here.';
  if (status === 'queued') return 'The email is held, or is being submitted to SES.';
  if (status === 'canceled') return 'The email was canceled before it was sent.';
  if (status === 'rejected') return 'No recipient could be emailed, so nothing was sent.';
  return 'No events yet. Events usually arrive within seconds.';
}
