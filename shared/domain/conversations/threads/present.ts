import * as z from 'zod/mini';
import { answerBytes, answerBytesMax } from '../../../answer-size';
import { domainOf } from '../../../text/mailbox';
import { emailStatuses } from '../../emails/record';
import type { Thread } from './record';
import { saidAt } from './said-at';
import type { Saying } from './transcript';

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

const verdict = z.nullable(text);

const InboundSchema = z.object({
  direction: z.literal('inbound'),
  id: z.uuid(),
  from: text,
  to: z.array(text),
  subject: text,
  text: z.nullable(text),
  raw_text: z.nullable(text),
  html: z.nullable(text),
  sender_authenticated: z.boolean(),
  automated: z.nullable(z.boolean()),
  spf_verdict: verdict,
  dkim_verdict: verdict,
  dmarc_verdict: verdict,
  spam_verdict: verdict,
  virus_verdict: verdict,
  at: time,
});

export const ThreadWithMessagesSchema = z.extend(ThreadSchema, {
  messages: z.array(z.union([OutboundSchema, InboundSchema])),
});

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
}: Extract<Saying, { email: unknown }>): z.infer<typeof OutboundSchema> => ({
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
}: Extract<Saying, { message: unknown }>): z.infer<typeof InboundSchema> => ({
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

type Entry = z.infer<typeof OutboundSchema> | z.infer<typeof InboundSchema>;

/**
 * Every message is there, if need be without its bodies; from the newest on, each gets as much of them as there is
 * room for. Only of thousands that are too many even so, the oldest are left out.
 */
function whatFits(messages: readonly Entry[]): Entry[] {
  let room = answerBytesMax;
  const shown = messages.toReversed().filter((message) => {
    room -= answerBytes(bareForm(message));
    return room >= 0;
  });
  const whole = shown.map((message) => {
    const bare = answerBytes(bareForm(message));
    const fitting = formsOf(message).find((form) => answerBytes(form) - bare <= room) ?? bareForm(message);
    room -= answerBytes(fitting) - bare;
    return fitting;
  });
  return whole.reverse();
}

/** The fullest first. What the person wrote is the last to go. */
function formsOf(message: Entry): Entry[] {
  if (message.direction === 'outbound') return [message, { ...message, html: null }];
  const withoutHtml = { ...message, html: null };
  return [message, withoutHtml, { ...withoutHtml, raw_text: null }];
}

const bareForm = (message: Entry): Entry =>
  message.direction === 'outbound'
    ? { ...message, html: null, text: null }
    : { ...message, html: null, raw_text: null, text: null };
