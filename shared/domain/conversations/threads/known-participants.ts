import type { Email } from '../../../db/records/emails';
import { normalizeAddress } from '../../../text/mailbox';
import type { ThreadContents } from './thread-contents';

/**
 * Returns the addresses that belong to a conversation: its founder, and all addresses to which the workspace sent an
 * email of the conversation. All other senders joined because they knew a Message-ID (TH-29).
 */
export function knownParticipants({ thread, emails, received }: ThreadContents): ReadonlySet<string> {
  const recipients = emails.filter(wasSent).flatMap(({ to, cc = [] }) => [...to, ...cc]);
  // A reply can be stored before the email that started the conversation.
  const isOurs = emails.some(({ joinsThread }) => !joinsThread);
  const founder = isOurs ? undefined : received.find(({ id }) => id === thread.firstMessageId);
  return new Set([...recipients.map(normalizeAddress), ...(founder ? [founder.from] : [])]);
}

const wasSent = ({ sentAt, providerMessageId }: Email): boolean =>
  sentAt !== null || providerMessageId !== null;
