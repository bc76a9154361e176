import { normalizeAddress } from '../../../text/mailbox';
import type { Email } from '../../../db/records/emails';

/** Returns the recipients in `to` who have not unsubscribed since the email was held or scheduled. */
export const filterRemaining = ({
  to,
  optedOutRecipients,
}: Pick<Email, 'to' | 'optedOutRecipients'>): readonly string[] =>
  optedOutRecipients ? to.filter((address) => !optedOutRecipients.has(normalizeAddress(address))) : to;
