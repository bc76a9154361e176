import type { InboundMessage, OutboundMessage, ThreadWithMessages } from '@carrier-nest/sdk';
import { Link } from 'wouter';
import { MailFrame } from '../../parts/mail-frame';
import { Status } from '../../parts/status';
import { Time } from '../../parts/time';
import { Attachments } from './attachments';

/** Both directions, as the service came to know of them. */
export function Transcript({ thread }: { thread: ThreadWithMessages }) {
  return (
    <ol className="transcript" aria-label="What was said">
      {thread.messages.map((message) => (
        <li key={message.id} data-direction={message.direction}>
          <article aria-label={`From ${message.from}`}>
            <Head message={message} />
            <p className="said">{message.text?.trim() || 'It has no text.'}</p>
            {message.direction === 'inbound' && <Whole message={message} />}
            <Html message={message} />
            {message.direction === 'inbound' && <Attachments messageId={message.id} />}
          </article>
        </li>
      ))}
    </ol>
  );
}

function Head({ message }: { message: InboundMessage | OutboundMessage }) {
  return (
    <header>
      <strong>{message.from}</strong>
      <span className="quiet">to {message.to.join(', ')}</span>
      <Time at={message.at} />
      {message.direction === 'outbound' ? (
        <Link href={`/log/${message.id}`}>
          <Status of={message.status} />
        </Link>
      ) : (
        <Trust message={message} />
      )}
    </header>
  );
}

/** Anybody can write any name as the sender. */
function Trust({ message }: { message: InboundMessage }) {
  return (
    <>
      <Status
        of={message.sender_authenticated ? 'ok' : 'mismatch'}
        says={message.sender_authenticated ? 'Sender is proved' : 'Sender is not proved'}
      />
      {message.automated && <Status of="quiet" says="Written by a machine" />}
    </>
  );
}

function Whole({ message }: { message: InboundMessage }) {
  if (!message.raw_text || message.raw_text.trim() === message.text?.trim()) return null;
  return (
    <details>
      <summary>With quotes and signature</summary>
      <pre className="said">{message.raw_text}</pre>
    </details>
  );
}

function Html({ message }: { message: InboundMessage | OutboundMessage }) {
  if (!message.html) return null;
  return (
    <details>
      <summary>HTML</summary>
      <MailFrame html={message.html} title={`The HTML that ${message.from} wrote`} />
    </details>
  );
}
