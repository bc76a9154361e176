import { isUuid } from '../../../db/cursor';
import { keys } from '../../../db/keys';
import type { InboundMessage } from '../../../db/records/inbound';
import type { Email } from '../../../db/records/emails';

/** A message that can be replied to. */
export interface Parent {
  threadId: string | null;
  inboxId?: string | undefined;
  /** Null if SES has not accepted the email yet, or if a received message has no Message-ID. */
  messageId: string | null;
  references: readonly string[];
}

/** The headers that make email clients show an email as a reply. */
export interface ReplyHeaders {
  inReplyTo: string;
  references: readonly string[];
}

/** The keys of the sent and the received message with this id. At most one of the two messages exists. */
export const parentKeys = (workspaceId: string, id: string | undefined) =>
  id !== undefined && isUuid(id)
    ? { sent: keys.email(workspaceId, id), received: keys.inboundMessage(workspaceId, id) }
    : { sent: undefined, received: undefined };

/** Returns the sent or received message that an email replies to. */
export const parentOf = (sent: Email | undefined, received: InboundMessage | undefined): Parent | undefined =>
  (sent && parentFromEmail(sent)) ?? (received && parentFromInbound(received));

const parentFromEmail = ({ threadId, inboxId, providerMessageId, references }: Email): Parent => ({
  threadId,
  inboxId,
  messageId: providerMessageId && sesMessageId(providerMessageId),
  references: references ?? [],
});

const parentFromInbound = ({ threadId, inboxId, messageId, references }: InboundMessage): Parent => ({
  threadId,
  inboxId,
  messageId,
  references,
});

export function replyHeaders(parent: Parent | undefined): ReplyHeaders | undefined {
  if (!parent?.messageId) return undefined;
  const { messageId, references } = parent;
  return { inReplyTo: messageId, references: truncateReferences([...references, messageId]) };
}

const referencesMax = 30;

/** Keeps the first and the last references, so that the header does not grow without limit. */
export function truncateReferences(references: readonly string[]): readonly string[] {
  const [first] = references;
  return first === undefined || references.length <= referencesMax
    ? references
    : [first, ...references.slice(1 - referencesMax)];
}

/** Returns the Message-ID that SES sets, which consists of the SES message id and the Region. */
function sesMessageId(providerMessageId: string): string {
  const region = process.env.AWS_REGION ?? 'us-east-1';
  const host = region === 'us-east-1' ? 'email' : region;
  return `<${providerMessageId}@${host}.amazonses.com>`;
}
