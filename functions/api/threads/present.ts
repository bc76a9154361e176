import type * as z from 'zod/mini';
import type { Thread } from '../../../shared/db/records/threads';
import { saidAt } from '../../../shared/domain/conversations/threads/said-at';
import type { Saying } from '../../../shared/domain/conversations/threads/transcript';
import { domainOf } from '../../../shared/text/mailbox';
import type {
  InboundMessageSchema,
  OutboundMessageSchema,
  ThreadSchema,
  ThreadWithMessagesSchema,
} from './shapes';
import { whatFits } from './what-fits';

export const presentThread = (
  thread: Thread,
  ownDomains: ReadonlySet<string>,
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
});

const presentOutbound = ({
  email,
  content,
}: Extract<Saying, { email: unknown }>): z.infer<typeof OutboundMessageSchema> => ({
  direction: 'outbound',
  id: email.id,
  from: email.from,
  to: [...email.to],
  subject: email.subject,
  text: content?.text ?? null,
  html: content?.html ?? null,
  status: email.status,
  at: saidAt(email),
});

const presentInbound = ({
  message,
  content,
}: Extract<Saying, { message: unknown }>): z.infer<typeof InboundMessageSchema> => ({
  direction: 'inbound',
  id: message.id,
  from: message.from,
  to: [...message.to],
  subject: message.subject,
  text: content?.text ?? null,
  raw_text: content?.rawText ?? null,
  html: content?.html ?? null,
  sender_authenticated: message.senderAuthenticated,
  automated: message.automated,
  spf_verdict: message.verdicts.spf,
  dkim_verdict: message.verdicts.dkim,
  dmarc_verdict: message.verdicts.dmarc,
  spam_verdict: message.verdicts.spam,
  virus_verdict: message.verdicts.virus,
  at: message.receivedAt,
});

const presentSaying = (saying: Saying): Entry =>
  'email' in saying ? presentOutbound(saying) : presentInbound(saying);

export const presentThreadWithMessages = (
  thread: Thread,
  sayings: readonly Saying[],
  ownDomains: ReadonlySet<string>,
): z.infer<typeof ThreadWithMessagesSchema> => ({
  ...presentThread(thread, ownDomains),
  messages: whatFits(sayings.map(presentSaying)),
});

export type Entry = z.infer<typeof OutboundMessageSchema> | z.infer<typeof InboundMessageSchema>;
