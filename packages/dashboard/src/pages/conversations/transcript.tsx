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
            <MessageHeader message={message} />
            <p className="mail-text">{message.text?.trim() || 'It has no text.'}</p>
            {message.direction === 'inbound' && <RawText message={message} />}
            <HtmlBody message={message} />
            {message.direction === 'inbound' && <Attachments messageId={message.id} />}
          </article>
        </li>
      ))}
    </ol>
  );
}

function MessageHeader({ message }: { message: InboundMessage | OutboundMessage }) {
  return (
    <header>
      <strong>{message.from}</strong>
      <span className="quiet">to {message.to.join(', ')}</span>
      <Time at={message.at} />
      {message.direction === 'outbound' ? (
        <Link href={`/log/${message.id}`}>
          <Status status={message.status} />
        </Link>
      ) : (
        <SenderAuthentication message={message} />
      )}
    </header>
  );
}

/** Anybody can write any name as the sender. */
function SenderAuthentication({ message }: { message: InboundMessage }) {
  return (
    <>
      <Status
        status={message.sender_authenticated ? 'ok' : 'mismatch'}
        label={message.sender_authenticated ? 'Sender is proved' : 'Sender is not proved'}
      />
      {message.automated && <Status status="quiet" label="Written by a machine" />}
    </>
  );
}

function RawText({ message }: { message: InboundMessage }) {
  if (!message.raw_text || message.raw_text.trim() === message.text?.trim()) return null;
  return (
    <details>
      <summary>With quotes and signature</summary>
      <pre className="mail-text">{message.raw_text}</pre>
    </details>
  );
}

function HtmlBody({ message }: { message: InboundMessage | OutboundMessage }) {
  if (!message.html) return null;
  return (
    <details>
      <summary>HTML</summary>
      <MailFrame html={message.html} title={`The HTML that ${message.from} wrote`} />
    </details>
  );
}
