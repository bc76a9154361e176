import type { Email } from './record';

/** What makes mail clients show an email as an answer. */
export interface ReplyHeaders {
  inReplyTo: string;
  references: readonly string[];
}

/** A chain keeps its first message and its last ones: a header must not grow for ever. */
const referencesMax = 30;

/** Answers a message that has left; one that the provider has not taken yet has no Message-ID to point at. */
export function replyHeaders(parent: Email | undefined): ReplyHeaders | undefined {
  if (!parent?.providerMessageId) return undefined;
  const inReplyTo = messageIdOf(parent.providerMessageId);
  const chain = [...(parent.references ?? []), inReplyTo];
  const [first = inReplyTo] = chain;
  return {
    inReplyTo,
    references: chain.length <= referencesMax ? chain : [first, ...chain.slice(1 - referencesMax)],
  };
}

/** SES puts a Message-ID of its own making, from its message id and the Region. */
function messageIdOf(providerMessageId: string): string {
  const region = process.env.AWS_REGION ?? 'us-east-1';
  const host = region === 'us-east-1' ? 'email' : region;
  return `<${providerMessageId}@${host}.amazonses.com>`;
}
