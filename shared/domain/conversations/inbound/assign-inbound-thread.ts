import type { MessageIdRecord } from '../../../db/records/inbound';
import { newId } from '../../../core/time';
import { findReceivedThreads, findSentThreads } from './threads-by-message-id';

/** Where a received message stands among the conversations. */
export interface InboundThreadAssignment {
  threadId: string;
  isNew: boolean;
  /** Its Message-ID is that of another message. */
  isMessageIdTaken?: boolean;
}

/** What a mail says of its place. All are Message-IDs that a header can carry. */
export interface ThreadingHeaders {
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
export async function assignInboundThread(
  workspaceId: string,
  mail: ThreadingHeaders,
): Promise<InboundThreadAssignment> {
  const referencedIds = referencedMessageIds(mail);
  const [received, sent] = await Promise.all([
    findReceivedThreads(workspaceId, [
      ...new Set([...referencedIds, ...(mail.messageId ? [mail.messageId] : [])]),
    ]),
    findSentThreads(workspaceId, referencedIds, mail.from),
  ]);
  for (const id of referencedIds) {
    // Ours first: a copy of it can have come back, and anybody can write its Message-ID on a mail.
    const match = sent.get(id) ?? received.get(id);
    if (match) return joinThread(match);
  }
  const ownRecord = mail.messageId === null ? undefined : received.get(mail.messageId);
  if (ownRecord?.isAwaited) return joinThread(ownRecord);
  // Somebody who repeats a Message-ID that is taken starts a conversation like everybody else.
  return { threadId: newId(), isNew: true, isMessageIdTaken: ownRecord !== undefined };
}

const joinThread = ({ threadId }: MessageIdRecord): InboundThreadAssignment => ({ threadId, isNew: false });

/** A header can name thousands: its first ones and its last ones tell where the mail belongs. */
const [inReplyToMax, firstReferencesMax, lastReferencesMax] = [5, 2, 30];

/** In-Reply-To before References, and of those the nearest first. */
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
