import { normalizeAddress, type Mailbox } from '../../../text/mailbox';
import type { Domain } from '../../../db/records/domains';
import { refuseByBilling } from '../../platform/billing/billing-refusals';
import { dropRecipients } from './drop-recipients';
import { allRecipients, type Message, type Recipients } from '../emails/message';
import type { Email } from '../../../db/records/emails';
import { refuseSuspended, refuseUnverified, refuseWithoutPostalAddress } from './refusals';
import { loadPolicyContext, type PolicyContext } from './policy-context';

/** The current version of an email that was accepted earlier. */
export interface RecheckResult {
  /** The message to the remaining recipients. */
  message: Message;
  /** Why the first recipient of `to` was dropped. */
  reason: string;
  context: PolicyContext;
  /** Whether the email belongs to an inbox that was deleted. */
  isInboxDeleted: boolean;
}

/**
 * Loads the data that may have changed since the email was held or scheduled: its recipients, and the data for the
 * checks.
 */
export async function recheckEmail(email: Email, originalMessage: Message): Promise<RecheckResult> {
  const remaining = {
    ...originalMessage,
    ...removeOptedOut(originalMessage, email.optedOutRecipients ?? new Set()),
  };
  const context = await loadPolicyContext(email, remaining);
  const { recipients, reason } = dropRecipients(remaining, context);
  return {
    message: { ...remaining, ...recipients },
    reason: hasOptedOut(originalMessage.to[0], email) ? 'suppressed:unsubscribe' : reason,
    context,
    isInboxDeleted: email.inboxId !== undefined && email.inboxId !== context.inboxId,
  };
}

/** Repeats the checks in the order of a send. Returns the sending domain. */
export function refuseIfNotSendable({
  message,
  context,
}: Pick<RecheckResult, 'message' | 'context'>): Domain {
  refuseSuspended(context.workspace);
  refuseByBilling(context.workspace, {
    recipients: allRecipients(message).length,
    riskClass: message.riskClass,
  });
  const domain = refuseUnverified(message, context.domain);
  refuseWithoutPostalAddress(message, context.workspace);
  return domain;
}

const hasOptedOut = (mailbox: Mailbox | undefined, { optedOutRecipients }: Email): boolean =>
  mailbox !== undefined && (optedOutRecipients?.has(normalizeAddress(mailbox.address)) ?? false);

function removeOptedOut({ to, cc, bcc }: Recipients, optedOutRecipients: ReadonlySet<string>): Recipients {
  const isRemaining = ({ address }: Mailbox) => !optedOutRecipients.has(normalizeAddress(address));
  return { to: to.filter(isRemaining), cc: cc.filter(isRemaining), bcc: bcc.filter(isRemaining) };
}
