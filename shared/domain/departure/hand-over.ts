import { handToProvider } from '../../aws/mailer';
import { ApiError } from '../../errors';
import { logger } from '../../logger';
import { domainOf, type Mailbox } from '../../text/mailbox';
import { nowIso } from '../../time';
import type { Message } from '../emails/message';
import type { Email } from '../emails/record';
import { settleSent } from './settle-sent';
import { providerTags } from './provider-tags';

interface HandOver {
  message: Message;
  raw: Buffer;
  configurationSet: string;
}

/** Why the provider did not take an email. Only after `unknown` may it have left all the same. */
export interface NotTaken {
  kind: 'throttled' | 'refused' | 'unknown';
}

/** Hands a claimed email to the provider and records that it was taken; otherwise says what became of it. */
export async function handOver(
  email: Email,
  { message, raw, configurationSet }: HandOver,
): Promise<NotTaken | undefined> {
  const outcome = await handToProvider({
    raw,
    to: message.to.map(envelopeAddress),
    cc: message.cc.map(envelopeAddress),
    bcc: message.bcc.map(envelopeAddress),
    configurationSet,
    tags: providerTags(message.tags, { messageId: email.id, workspaceId: email.workspaceId }),
  });
  if (outcome.kind !== 'accepted') {
    logger.warn('hand-over failed', { messageId: email.id, outcome: outcome.kind, reason: outcome.reason });
    return outcome;
  }
  await recordAcceptance(email, outcome.providerMessageId);
  return undefined;
}

/** The 502 of a hand-over that failed. */
export const providerError = ({ kind }: NotTaken, id: string): ApiError =>
  new ApiError('provider_error', refusalMessages[kind](id), {
    outcomeUnknown: kind === 'unknown',
    ...(kind === 'throttled' && { headers: { 'Retry-After': '5' } }),
  });

const refusalMessages = {
  throttled: (id: string) =>
    `The provider is throttling. The email ${id} stays queued; send it again after a pause.`,
  refused: (id: string) => `The provider refused the email ${id}; it is marked failed.`,
  unknown: (id: string) =>
    `The provider did not answer. Read the email ${id} before you send again: it may have left.`,
};

/** The mail has left: if this cannot be written now, the provider's Send event settles it. */
async function recordAcceptance(email: Email, providerMessageId: string): Promise<void> {
  await settleSent(email, providerMessageId, nowIso()).catch((error: unknown) => {
    logger.error('email sent but not settled', { messageId: email.id, providerMessageId, error });
  });
}

/** The envelope takes ASCII domains only. */
const envelopeAddress = ({ address }: Mailbox): string =>
  `${address.slice(0, address.lastIndexOf('@'))}@${domainOf(address)}`;
