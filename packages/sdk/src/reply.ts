import type { ReceivedMessage, SendRequest, SendResponse, ThreadWithMessages } from './schemas.ts';

/** A reply. The message determines the recipients and the subject. */
export type ReplyRequest = Omit<
  SendRequest,
  'from' | 'to' | 'cc' | 'subject' | 'template' | 'variables' | 'reply_to_message_id' | 'thread_id'
> & {
  /** Default: the address of the workspace to which the message was sent. */
  from?: string;
};

export type Reply = SendResponse & {
  /**
   * Whether the sender of the message belongs to the conversation. If false, the reply went to an address that joined
   * without being written to.
   */
  known_participant: boolean;
};

/**
 * Addresses the reply like a mail client: to Reply-To if given, otherwise to From. A reply to all also goes to the other
 * addresses in To and Cc, except the addresses of the workspace.
 */
export function buildReply(
  message: ReceivedMessage,
  thread: ThreadWithMessages,
  { from = findSender(message, thread), ...request }: ReplyRequest,
  isToAll: boolean,
): SendRequest {
  const to = message.reply_to.length > 0 ? message.reply_to : [message.from];
  const cc = isToAll ? otherRecipients(message, thread, to) : [];
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
function findSender({ to, cc }: ReceivedMessage, thread: ThreadWithMessages): string {
  const senders = thread.messages
    .filter(({ direction }) => direction === 'outbound')
    .map(({ from }) => from)
    .reverse();
  const own = [...to, ...cc].filter((address) => isOwn(address, thread)).map(comparable);
  const sender =
    senders.find((candidate) => own.includes(comparable(addressOf(candidate)))) ?? own[0] ?? senders[0];
  if (sender !== undefined) return sender;
  throw new TypeError('Give `from`, because the message has no address of the workspace in To or Cc');
}

function otherRecipients(
  message: ReceivedMessage,
  thread: ThreadWithMessages,
  to: readonly string[],
): string[] {
  const others = [...message.to, ...message.cc].filter((address) => !isOwn(address, thread));
  const byAddress = new Map(others.map((address) => [comparable(address), address]));
  for (const address of to) byAddress.delete(comparable(address));
  return [...byAddress.values()];
}

/** The participants of a thread are the addresses of its messages, except those of the workspace. */
const isOwn = (address: string, { participants }: ThreadWithMessages): boolean =>
  !participants.includes(comparable(address));

const subjectLengthMax = 998;

const replySubject = (subject: string): string =>
  (/^re:/i.test(subject) ? subject : `Re: ${subject}`)
    .slice(0, subjectLengthMax)
    .replace(/[\ud800-\udbff]$/, '');

const addressOf = (mailbox: string): string => /<([^<>]*)>\s*$/.exec(mailbox)?.[1] ?? mailbox;

/** The form in which the service returns participants: in lowercase, with the domain in ASCII. */
function comparable(address: string): string {
  const domainStart = address.lastIndexOf('@') + 1;
  const url = `http://${address.slice(domainStart)}`;
  const domain = URL.canParse(url) ? new URL(url).hostname : address.slice(domainStart);
  return (address.slice(0, domainStart) + domain).toLowerCase();
}
