import type * as z from 'zod/mini';
import type { Thread } from '../../../shared/db/records/threads';
import { messageTime } from '../../../shared/domain/conversations/threads/message-time';
import type { ReceivedEntry, TranscriptEntry } from '../../../shared/domain/conversations/threads/transcript';
import { domainOf } from '../../../shared/text/mailbox';
import type {
  InboundMessageSchema,
  OutboundMessageSchema,
  ThreadSchema,
  ThreadWithMessagesSchema,
} from './shapes';
import { truncateToFit } from './truncate-to-fit';

/** The facts about a workspace on which the response for its threads depends. */
export interface ThreadContext {
  ownDomains: ReadonlySet<string>;
  /** Whether the threads show their labels and read state. */
  showsLabels: boolean;
  /** Whether the workspace ever had an inbox. Only then do threads have an `inbox_id` (IB-22). */
  hasInboxes: boolean;
}

export const presentThread = (
  thread: Thread,
  { ownDomains, showsLabels, hasInboxes }: ThreadContext,
): z.infer<typeof ThreadSchema> => ({
  id: thread.id,
  subject: thread.subject,
  participants: [...(thread.participants ?? [])].filter((address) => !ownDomains.has(domainOf(address))),
  message_count: thread.messageCount,
  awaiting_reply: thread.awaitingReply,
  pending_reply: (thread.pendingReplies?.size ?? 0) > 0,
  handled_at: thread.handledAt,
  last_message_at: thread.lastMessageAt,
  created_at: thread.createdAt,
  ...(showsLabels && { labels: [...(thread.labels ?? [])].sort(), read_at: thread.readAt ?? null }),
  ...(hasInboxes && { inbox_id: thread.inboxId ?? null }),
});

const presentOutbound = ({
  email,
  content,
}: Extract<TranscriptEntry, { email: unknown }>): z.infer<typeof OutboundMessageSchema> => ({
  direction: 'outbound',
  id: email.id,
  from: email.from,
  to: [...email.to],
  subject: email.subject,
  text: content?.text ?? null,
  html: content?.html ?? null,
  status: email.status,
  at: messageTime(email),
});

const presentInbound = ({
  message,
  isKnownParticipant,
  content,
}: ReceivedEntry): z.infer<typeof InboundMessageSchema> => ({
  direction: 'inbound',
  id: message.id,
  from: message.from,
  to: [...message.to],
  cc: [...(message.cc ?? [])],
  reply_to: [...(message.replyTo ?? [])],
  subject: message.subject,
  text: content?.text ?? null,
  raw_text: content?.rawText ?? null,
  html: content?.html ?? null,
  sender_authenticated: message.senderAuthenticated,
  automated: message.automated,
  hidden_text: message.hiddenText ?? false,
  parts_disagree: message.partsDisagree ?? false,
  known_participant: isKnownParticipant,
  spf_verdict: message.verdicts.spf,
  dkim_verdict: message.verdicts.dkim,
  dmarc_verdict: message.verdicts.dmarc,
  spam_verdict: message.verdicts.spam,
  virus_verdict: message.verdicts.virus,
  at: message.receivedAt,
});

const presentEntry = (entry: TranscriptEntry, { hasInboxes }: ThreadContext): MessageResponse => {
  const { inboxId = null } = 'email' in entry ? entry.email : entry.message;
  const inbox = hasInboxes ? { inbox_id: inboxId } : {};
  return 'email' in entry ? { ...presentOutbound(entry), ...inbox } : { ...presentInbound(entry), ...inbox };
};

export const presentThreadWithMessages = (
  thread: Thread,
  entries: readonly TranscriptEntry[],
  context: ThreadContext,
): z.infer<typeof ThreadWithMessagesSchema> => ({
  ...presentThread(thread, context),
  messages: truncateToFit(entries.map((entry) => presentEntry(entry, context))),
});

export type MessageResponse = z.infer<typeof OutboundMessageSchema> | z.infer<typeof InboundMessageSchema>;
