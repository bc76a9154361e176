import * as z from 'zod/mini';
import { answerBytes, answerBytesMax } from '../../answer-size';
import { domainOf } from '../../text/mailbox';
import type { EmailAndContent } from '../emails/read-emails';
import { emailStatuses } from '../emails/record';
import type { Thread } from './record';
import { saidAt } from './said-at';

const text = z.string();
const time = z.iso.datetime();

/** contract.md 2.1 */
export const ThreadSchema = z.object({
  id: z.uuid(),
  subject: text,
  participants: z.array(text),
  message_count: z.int(),
  awaiting_reply: z.boolean(),
  pending_reply: z.boolean(),
  handled_at: z.nullable(time),
  last_message_at: time,
  created_at: time,
});

/** contract.md 2.2 */
const OutboundSchema = z.object({
  direction: z.literal('outbound'),
  id: z.uuid(),
  from: text,
  to: z.array(text),
  subject: text,
  text: z.nullable(text),
  html: z.nullable(text),
  status: z.enum(emailStatuses),
  at: time,
});

export const ThreadWithMessagesSchema = z.extend(ThreadSchema, { messages: z.array(OutboundSchema) });

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

const presentOutbound = ({ email, content }: EmailAndContent): z.infer<typeof OutboundSchema> => ({
  direction: 'outbound',
  id: email.id,
  from: email.from,
  to: [...email.to],
  subject: email.subject,
  text: content.text,
  html: content.html,
  status: email.status,
  at: saidAt(email),
});

export const presentThreadWithMessages = (
  thread: Thread,
  messages: readonly EmailAndContent[],
  ownDomains: ReadonlySet<string>,
): z.infer<typeof ThreadWithMessagesSchema> => ({
  ...presentThread(thread, ownDomains),
  messages: whatFits(messages.map(presentOutbound)),
});

type Outbound = z.infer<typeof OutboundSchema>;

/** Every message is there; where they say more than one answer can carry, the older ones lose their bodies. */
function whatFits(messages: readonly Outbound[]): Outbound[] {
  let bytes = 0;
  const newestFirst = messages.toReversed().map((message) => {
    const lighter = [message, { ...message, html: null }, { ...message, html: null, text: null }];
    const fitting = lighter.find((one) => bytes + answerBytes(one) <= answerBytesMax) ?? {
      ...message,
      html: null,
      text: null,
    };
    bytes += answerBytes(fitting);
    return fitting;
  });
  return newestFirst.reverse();
}
