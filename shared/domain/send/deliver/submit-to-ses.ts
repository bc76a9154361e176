import { sendRawEmail, type RawEmail } from '../../../aws/send-raw-email';
import { logger } from '../../../core/logger';
import { domainOf, type Mailbox } from '../../../text/mailbox';
import type { OutgoingEmail } from './outgoing-email';
import { providerTags } from './provider-tags';

/** Why SES did not accept an email. The email may have been sent only if the kind is `unknown`. */
export interface SubmitFailure {
  /** `unavailable`: SES accepts no mail from this account right now. `refused`: SES rejected this email. */
  kind: 'throttled' | 'unavailable' | 'refused' | 'unknown';
}

export interface SubmitAccepted {
  kind: 'accepted';
  providerMessageId: string;
}

export type SubmitResult = SubmitAccepted | SubmitFailure;

/** Submits a claimed email to SES only once, because SES has no idempotency token. */
export async function submitToSes(
  { email, message, domain, raw }: Omit<OutgoingEmail, 'text'>,
  options: Pick<RawEmail, 'timeoutMs'> = {},
): Promise<SubmitResult> {
  const result = await sendRawEmail({
    ...options,
    raw,
    to: message.to.map(envelopeAddress),
    cc: message.cc.map(envelopeAddress),
    bcc: message.bcc.map(envelopeAddress),
    configurationSet: domain.configurationSet,
    tags: providerTags(message.tags, { messageId: email.id, workspaceId: email.workspaceId }),
  });
  if (result.kind !== 'accepted')
    logger.warn('SES did not accept an email', {
      messageId: email.id,
      outcome: result.kind,
      reason: result.reason,
    });
  return result;
}

/** Converts the domain, because the envelope allows only ASCII domains. */
const envelopeAddress = ({ address }: Mailbox): string =>
  `${address.slice(0, address.lastIndexOf('@'))}@${domainOf(address)}`;
