import { normalizeAddress } from '../../../text/mailbox';
import type { Email } from '../../../db/records/emails';

/** Who of `to` has not unsubscribed since the email was held or scheduled. */
export const filterRemaining = ({ to, withdrawn }: Pick<Email, 'to' | 'withdrawn'>): readonly string[] =>
  withdrawn ? to.filter((address) => !withdrawn.has(normalizeAddress(address))) : to;
