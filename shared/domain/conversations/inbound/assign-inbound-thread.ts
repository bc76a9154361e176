import type { MessageIdRecord } from '../../../db/records/inbound';
import { newId } from '../../../core/time';
import type { ReceivingMailbox } from './message-id';
import { findReceivedThreads, findSentThreads } from './threads-by-message-id';

/** The conversation that a received message joins or starts. */
export interface InboundThreadAssignment {
  threadId: string;
  isNew: boolean;
  /** The record of the message's own Message-ID, if another message has this id or refers to it. */
  ownRecord: MessageIdRecord | undefined;
}

/** The headers that assign a message to a conversation. All Message-IDs are valid in a header. */
export interface ThreadingHeaders {
  /** The address in lower case, without a display name. */
  from: string;
  /** The addresses of From, To and Cc in their normal form. */
  participants: ReadonlySet<string>;
  messageId: string | null;
  inReplyTo: readonly string[];
  references: readonly string[];
}

/**
 * Assigns the message to the mailbox's conversation of the first known message that it references. Without such a
 * reference, the message joins the conversation of its own replies, if any arrived earlier and the message names the
 * author of the first one. Otherwise, the message starts a new conversation.
 */
export async function assignInboundThread(
  mailbox: ReceivingMailbox,
  mail: ThreadingHeaders,
): Promise<InboundThreadAssignment> {
  const referencedIds = referencedMessageIds(mail);
  const [received, sent] = await Promise.all([
    findReceivedThreads(mailbox, [
      ...new Set([...referencedIds, ...(mail.messageId ? [mail.messageId] : [])]),
    ]),
    findSentThreads(mailbox, referencedIds, mail.from),
  ]);
  const ownRecord = mail.messageId === null ? undefined : received.get(mail.messageId);
  const joinThread = ({ threadId }: MessageIdRecord) => ({ threadId, isNew: false, ownRecord });
  for (const id of referencedIds) {
    // Prefer sent messages, because a received message with the same Message-ID may be a returned copy or a forgery.
    const match = sent.get(id) ?? received.get(id);
    if (match) return joinThread(match);
  }
  // Anyone can reply to a Message-ID that they guess, and must not get into the conversation that the message starts.
  if (ownRecord?.isAwaited && mail.participants.has(ownRecord.awaitedBy ?? '')) return joinThread(ownRecord);
  // A message that repeats a taken Message-ID starts a new conversation.
  return { threadId: newId(), isNew: true, ownRecord };
}

/** A header can contain thousands of ids. The first and last ids are enough to find the conversation. */
const [inReplyToMax, firstReferencesMax, lastReferencesMax] = [5, 2, 30];

/** Returns the ids of In-Reply-To and then the ids of References, most recent first. */
export function referencedMessageIds({
  inReplyTo,
  references,
}: Pick<ThreadingHeaders, 'inReplyTo' | 'references'>): string[] {
  const nearestFirst = [
    ...references.slice(0, firstReferencesMax),
    ...references.slice(firstReferencesMax).slice(-lastReferencesMax),
  ];
  return [...new Set([...inReplyTo.slice(0, inReplyToMax), ...nearestFirst.reverse()])];
}
