import type { InboundMessage } from '../../../db/records/inbound';
import type { Email } from '../../../db/records/emails';

/** A message that can be answered. */
export interface Parent {
  threadId: string | null;
  /** Null where it has none to point at: the provider has not taken it yet, or its sender gave it none. */
  messageId: string | null;
  references: readonly string[];
}

/** What makes mail clients show an email as an answer. */
export interface ReplyHeaders {
  inReplyTo: string;
  references: readonly string[];
}

export const parentFromEmail = ({ threadId, providerMessageId, references }: Email): Parent => ({
  threadId,
  messageId: providerMessageId && sesMessageId(providerMessageId),
  references: references ?? [],
});

export const parentFromInbound = ({ threadId, messageId, references }: InboundMessage): Parent => ({
  threadId,
  messageId,
  references,
});

export function replyHeaders(parent: Parent | undefined): ReplyHeaders | undefined {
  if (!parent?.messageId) return undefined;
  const { messageId, references } = parent;
  return { inReplyTo: messageId, references: truncateReferences([...references, messageId]) };
}

const referencesMax = 30;

/** A chain keeps its first message and its last ones: a header must not grow for ever. */
export function truncateReferences(references: readonly string[]): readonly string[] {
  const [first] = references;
  return first === undefined || references.length <= referencesMax
    ? references
    : [first, ...references.slice(1 - referencesMax)];
}

/** SES puts a Message-ID of its own making, from its message id and the Region. */
function sesMessageId(providerMessageId: string): string {
  const region = process.env.AWS_REGION ?? 'us-east-1';
  const host = region === 'us-east-1' ? 'email' : region;
  return `<${providerMessageId}@${host}.amazonses.com>`;
}
