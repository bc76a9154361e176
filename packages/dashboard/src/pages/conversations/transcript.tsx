import type { InboundMessage, OutboundMessage, ThreadWithMessages } from '@carrier-nest/sdk';
import { Link } from 'wouter';
import { MailFrame } from '../../parts/mail-frame';
import { Status } from '../../parts/status';
import { Time } from '../../parts/time';
import { Attachments } from './attachments';

/** Received and sent messages, in the order in which the service recorded them. */
export function Transcript({ thread }: { thread: ThreadWithMessages }) {
  return (
    <ol className="transcript" aria-label="Messages">
      {thread.messages.map((message) => (
        <li key={message.id} data-direction={message.direction}>
          <article aria-label={`From ${message.from}`}>
            <MessageHeader message={message} />
            <p className="mail-text">{message.text?.trim() || 'No text content.'}</p>
            {message.direction === 'inbound' && <ContentWarnings message={message} />}
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
      {message.direction === 'inbound' && message.cc.length > 0 && (
        <span className="quiet">cc {message.cc.join(', ')}</span>
      )}
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

/** The From header of a message can be forged, so a badge shows whether the sender is authenticated. */
function SenderAuthentication({ message }: { message: InboundMessage }) {
  return (
    <>
      <Status
        status={message.sender_authenticated ? 'ok' : 'mismatch'}
        label={message.sender_authenticated ? 'Verified sender' : 'Unverified sender'}
      />
      {!message.known_participant && <Status status="mismatch" label="Unknown participant" />}
      {message.automated && <Status status="quiet" label="Automated" />}
    </>
  );
}

const warnings = {
  hidden_text: 'The HTML of this message has words that a person may not see.',
  parts_disagree: 'The plain text and the HTML of this message say different things.',
};

function ContentWarnings({ message }: { message: InboundMessage }) {
  const shown = [
    message.hidden_text && warnings.hidden_text,
    message.parts_disagree && warnings.parts_disagree,
  ];
  if (!shown.some(Boolean)) return null;
  return <p className="quiet">{shown.filter(Boolean).join(' ')}</p>;
}

function RawText({ message }: { message: InboundMessage }) {
  if (!message.raw_text || message.raw_text.trim() === message.text?.trim()) return null;
  return (
    <details>
      <summary>Show quoted text and signature</summary>
      <pre className="mail-text">{message.raw_text}</pre>
    </details>
  );
}

function HtmlBody({ message }: { message: InboundMessage | OutboundMessage }) {
  if (!message.html) return null;
  return (
    <details>
      <summary>HTML</summary>
      <MailFrame html={message.html} title={`HTML message from ${message.from}`} />
    </details>
  );
}
