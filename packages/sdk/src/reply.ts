import { InvalidArgumentError } from './errors.ts';
import type {
  EmailStatus,
  OutboundMessage,
  ReceivedMessage,
  SendRequest,
  SendResponse,
  ThreadWithMessages,
} from './schemas.ts';

/** A reply. The message determines the recipients and the subject. */
export type ReplyRequest = Omit<
  SendRequest,
  'from' | 'to' | 'cc' | 'subject' | 'template' | 'variables' | 'reply_to_message_id' | 'thread_id'
> & {
  /** Default: the address of the workspace to which the message was sent. */
  from?: string;
  /**
   * Whether to send even if nothing proves that a recipient belongs to the conversation. Otherwise, the call throws an
   * `UnknownRecipientError`.
   */
  allow_unknown?: boolean;
};

export type Reply = SendResponse & {
  /** Whether all recipients belong to the conversation. False is possible only with `allow_unknown`. */
  known_participant: boolean;
};

/**
 * Addresses the reply like a mail client: to Reply-To if given, otherwise to From. A reply to all also goes to the other
 * addresses in To and Cc, except the addresses of the workspace.
 */
export function buildReply(
  message: ReceivedMessage,
  thread: ThreadWithMessages,
  { from: givenFrom, ...request }: Omit<ReplyRequest, 'allow_unknown'>,
  isToAll: boolean,
): RecipientLists & SendRequest {
  const isOwn = ownAddressTest(thread, givenFrom);
  const from = givenFrom ?? findSender(message, thread, isOwn);
  const to = message.reply_to.length > 0 ? message.reply_to : [message.from];
  const cc = isToAll ? otherRecipients(message, to, isOwn) : [];
  return {
    ...request,
    from,
    to,
    ...(cc.length > 0 && { cc }),
    subject: replySubject(message.subject),
    reply_to_message_id: message.id,
  };
}

/** Prefers the sender of an earlier email on the thread, which has a display name. */
function findSender({ to, cc }: ReceivedMessage, thread: ThreadWithMessages, isOwn: AddressTest): string {
  const senders = sentOn(thread)
    .map(({ from }) => from)
    .reverse();
  const own = [...to, ...cc].filter(isOwn).map(comparable);
  const sender =
    senders.find((candidate) => own.includes(comparable(addressOf(candidate)))) ?? own[0] ?? senders[0];
  if (sender !== undefined) return sender;
  throw new InvalidArgumentError(
    'Give `from`, because no address in To or Cc is known to be of the workspace',
  );
}

function otherRecipients(message: ReceivedMessage, to: readonly string[], isOwn: AddressTest): string[] {
  const others = [...message.to, ...message.cc].filter((address) => !isOwn(address));
  const byAddress = new Map(others.map((address) => [comparable(address), address]));
  for (const address of to) byAddress.delete(comparable(address));
  return [...byAddress.values()];
}

/**
 * Returns the recipients that a forged message could have added. From is checked by the service. Other addresses need
 * proof of who wrote the message. With this proof, a known sender can add people in copy, but Reply-To hides that the
 * reply goes elsewhere.
 */
export function findUnknownRecipients(
  { from, known_participant: isFromKnown, sender_authenticated: isAuthenticated }: ReceivedMessage,
  thread: ThreadWithMessages,
  { to, cc }: RecipientLists,
): string[] {
  const known = knownAddresses(thread);
  const isKnown = (address: string): boolean =>
    comparable(address) === comparable(from)
      ? isFromKnown
      : isAuthenticated && known.has(comparable(address));
  const unprovenCopies = isFromKnown && isAuthenticated ? [] : (cc ?? []);
  return [...to, ...unprovenCopies].filter((address) => !isKnown(address));
}

interface RecipientLists {
  to: string[];
  cc?: string[];
}

/** The recipients of the workspace's email on the thread, and the senders that the service knows. */
function knownAddresses(thread: ThreadWithMessages): ReadonlySet<string> {
  const recipients = sentOn(thread)
    .filter(({ status }) => sentStatuses.has(status))
    .flatMap(({ to }) => to.map(addressOf));
  const senders = thread.messages.flatMap((entry) =>
    entry.direction === 'inbound' && entry.known_participant ? [entry.from] : [],
  );
  return new Set([...recipients, ...senders].map(comparable));
}

const sentStatuses: ReadonlySet<EmailStatus> = new Set(['sent', 'delivered', 'bounced', 'complained']);

const sentOn = ({ messages }: ThreadWithMessages): OutboundMessage[] =>
  messages.filter((entry) => entry.direction === 'outbound');

type AddressTest = (address: string) => boolean;

/**
 * Returns whether an address belongs to the workspace: on a domain from which the workspace writes on the thread, or on
 * another domain if the address is no participant, because the service excludes the addresses of the workspace.
 */
function ownAddressTest(thread: ThreadWithMessages, from: string | undefined): AddressTest {
  const senders = [...sentOn(thread).map((entry) => entry.from), ...(from === undefined ? [] : [from])];
  const ownDomains = new Set(senders.map((sender) => domainOf(addressOf(sender))));
  const areParticipantsComplete = hasAllParticipants(thread);
  return (address) =>
    ownDomains.has(domainOf(address)) ||
    (areParticipantsComplete && !thread.participants.includes(comparable(address)));
}

/** The limits of the service, after which it adds no participants. */
const [participantsMax, participantBytesMax] = [500, 16_000];

function hasAllParticipants({ messages, participants }: ThreadWithMessages): boolean {
  const addresses = messages.flatMap((entry) =>
    entry.direction === 'inbound' ? [entry.from, ...entry.to, ...entry.cc] : entry.to.map(addressOf),
  );
  const all = [...new Set([...participants, ...addresses.map(comparable)])];
  return (
    all.length < participantsMax && new TextEncoder().encode(all.join()).byteLength < participantBytesMax
  );
}

const subjectLengthMax = 998;

const replySubject = (subject: string): string =>
  (/^re:/i.test(subject) ? subject : `Re: ${subject}`)
    .slice(0, subjectLengthMax)
    .replace(/[\ud800-\udbff]$/, '');

const addressOf = (mailbox: string): string => /<([^<>]*)>\s*$/.exec(mailbox)?.[1] ?? mailbox;

/** The form in which the service returns participants: in lowercase, with the domain in ASCII. */
function comparable(address: string): string {
  const domainStart = address.lastIndexOf('@') + 1;
  return address.slice(0, domainStart).toLowerCase() + domainOf(address);
}

function domainOf(address: string): string {
  const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
  const url = `http://${domain}`;
  return URL.canParse(url) ? new URL(url).hostname : domain;
}
