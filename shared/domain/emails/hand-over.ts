import { handToProvider } from '../../aws/mailer';
import { ApiError } from '../../errors';
import { logger } from '../../logger';
import { domainOf, type Mailbox } from '../../text/mailbox';
import { nowIso } from '../../time';
import { moveEmail } from './move';
import type { Email } from './record';
import type { SendRequest } from './send-request';
import { settleSent } from './settle';
import { providerTags } from './tags';

interface Composed {
  request: SendRequest;
  raw: Buffer;
  configurationSet: string;
}

/** Hands a claimed email to the provider and settles what became of it; throws 502 when it did not take it. */
export async function handOver(email: Email, { request, raw, configurationSet }: Composed): Promise<void> {
  const outcome = await handToProvider({
    raw,
    to: request.to.map(envelopeAddress),
    cc: request.cc.map(envelopeAddress),
    bcc: request.bcc.map(envelopeAddress),
    configurationSet,
    tags: providerTags(request.tags, { messageId: email.id, workspaceId: email.workspaceId }),
  });
  if (outcome.kind === 'accepted') return recordAcceptance(email, outcome.providerMessageId);
  logger.warn('hand-over failed', { messageId: email.id, outcome: outcome.kind, reason: outcome.reason });
  if (outcome.kind === 'refused') await moveEmail(email, { from: 'queued', to: 'failed' });
  throw new ApiError('provider_error', refusalMessages[outcome.kind](email.id), {
    outcomeUnknown: outcome.kind === 'unknown',
    ...(outcome.kind === 'throttled' && { headers: { 'Retry-After': '5' } }),
  });
}

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
