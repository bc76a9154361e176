import { bareAddress, type Mailbox } from '../../../text/mailbox';
import type { Domain } from '../../../db/records/domains';
import { refuseByBilling } from '../../platform/billing/gate';
import { dropRecipients } from './drop-recipients';
import { everyoneOf, type Message, type Recipients } from '../emails/message';
import type { Email } from '../../../db/records/emails';
import { refuseSuspended, refuseUnverified, refuseWithoutPostalAddress } from './refusals';
import { readForSending, type SendReads } from './reads';

/** An email that was accepted earlier, as it may be sent now. */
export interface Rechecked {
  /** To those who are left. */
  message: Message;
  /** Why the first of `to` is not left. */
  reason: string;
  reads: SendReads;
}

/** What may have changed since the email was held or scheduled: who still wants it, and everything that checks read. */
export async function checkAgain(email: Email, asked: Message): Promise<Rechecked> {
  const remaining = { ...asked, ...withoutWithdrawn(asked, email.withdrawn ?? new Set()) };
  const reads = await readForSending(email, remaining);
  const { recipients, reason } = dropRecipients(remaining, reads);
  return {
    message: { ...remaining, ...recipients },
    reason: hasLeft(asked.to[0], email) ? 'suppressed:unsubscribe' : reason,
    reads,
  };
}

/** The checks that are made once more, in the order of the send; returns the domain that it leaves from. */
export function refuseNow({ message, reads }: Rechecked): Domain {
  refuseSuspended(reads.workspace);
  refuseByBilling(reads.workspace, { recipients: everyoneOf(message).length, riskClass: message.riskClass });
  const domain = refuseUnverified(message, reads.domain);
  refuseWithoutPostalAddress(message, reads.workspace);
  return domain;
}

const hasLeft = (mailbox: Mailbox | undefined, { withdrawn }: Email): boolean =>
  mailbox !== undefined && (withdrawn?.has(bareAddress(mailbox.address)) ?? false);

function withoutWithdrawn({ to, cc, bcc }: Recipients, withdrawn: ReadonlySet<string>): Recipients {
  const isLeft = ({ address }: Mailbox) => !withdrawn.has(bareAddress(address));
  return { to: to.filter(isLeft), cc: cc.filter(isLeft), bcc: bcc.filter(isLeft) };
}
