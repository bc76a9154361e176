import { handToProvider } from '../../../aws/mailer';
import { logger } from '../../../core/logger';
import { domainOf, type Mailbox } from '../../../text/mailbox';
import type { Message } from '../emails/message';
import type { Email } from '../../../db/records/emails';
import { providerTags } from './provider-tags';

/** Why the provider did not take an email. Only after `unknown` may it have left all the same. */
export interface NotTaken {
  /** `unavailable`: it takes no mail of this account at the moment. `refused`: it does not want this one. */
  kind: 'throttled' | 'unavailable' | 'refused' | 'unknown';
}

export interface Taken {
  kind: 'accepted';
  providerMessageId: string;
}

/** Hands a claimed email to the provider, and says what became of it. */
export async function handOver(
  email: Email,
  { message, raw, configurationSet }: { message: Message; raw: Buffer; configurationSet: string },
): Promise<Taken | NotTaken> {
  const outcome = await handToProvider({
    raw,
    to: message.to.map(envelopeAddress),
    cc: message.cc.map(envelopeAddress),
    bcc: message.bcc.map(envelopeAddress),
    configurationSet,
    tags: providerTags(message.tags, { messageId: email.id, workspaceId: email.workspaceId }),
  });
  if (outcome.kind !== 'accepted')
    logger.warn('hand-over failed', { messageId: email.id, outcome: outcome.kind, reason: outcome.reason });
  return outcome;
}

/** The envelope takes ASCII domains only. */
const envelopeAddress = ({ address }: Mailbox): string =>
  `${address.slice(0, address.lastIndexOf('@'))}@${domainOf(address)}`;
