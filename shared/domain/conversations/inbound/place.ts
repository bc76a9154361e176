import { newId } from '../../../core/time';
import { receivedThreads, sentThreads, type MessageIdRecord } from './named-messages';

/** Where a received message stands among the conversations. */
export interface InboundPlace {
  threadId: string;
  isNew: boolean;
  /** Its Message-ID is that of another message. */
  isTaken?: boolean;
}

/** What a mail says of its place. All are Message-IDs that a header can carry. */
export interface Answering {
  /** Bare and lower-cased. */
  from: string;
  messageId: string | null;
  inReplyTo: readonly string[];
  references: readonly string[];
}

/**
 * The conversation of the first message that the mail names and that is known here; otherwise that of answers
 * to it, which have overtaken it; otherwise a new one.
 */
export async function placeInbound(workspaceId: string, mail: Answering): Promise<InboundPlace> {
  const named = namedBy(mail);
  const [received, sent] = await Promise.all([
    receivedThreads(workspaceId, [...new Set([...named, ...(mail.messageId ? [mail.messageId] : [])])]),
    sentThreads(workspaceId, named, mail.from),
  ]);
  for (const id of named) {
    // Ours first: a copy of it can have come back, and anybody can write its Message-ID on a mail.
    const known = sent.get(id) ?? received.get(id);
    if (known) return joining(known);
  }
  const own = mail.messageId === null ? undefined : received.get(mail.messageId);
  if (own?.isAwaited) return joining(own);
  // Somebody who repeats a Message-ID that is taken starts a conversation like everybody else.
  return { threadId: newId(), isNew: true, isTaken: own !== undefined };
}

const joining = ({ threadId }: MessageIdRecord): InboundPlace => ({ threadId, isNew: false });

/** A header can name thousands: its first ones and its last ones tell where the mail belongs. */
const [inReplyToMax, firstMax, lastMax] = [5, 2, 30];

/** In-Reply-To before References, and of those the nearest first. */
export function namedBy({ inReplyTo, references }: Pick<Answering, 'inReplyTo' | 'references'>): string[] {
  const nearestFirst = [...references.slice(0, firstMax), ...references.slice(firstMax).slice(-lastMax)];
  return [...new Set([...inReplyTo.slice(0, inReplyToMax), ...nearestFirst.reverse()])];
}
