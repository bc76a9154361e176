import { normalizeAddress, domainOf, isProblem, parseMailbox } from '../../../text/mailbox';
import type { Email } from '../../../db/records/emails';

/** Returns the participants that a sent email adds to its thread, without addresses on the sending domain. */
export function participantsOf({ from, to, cc = [] }: Pick<Email, 'from' | 'to' | 'cc'>): Set<string> {
  const sender = parseMailbox(from);
  const ownDomain = isProblem(sender) ? '' : domainOf(sender.address);
  return new Set([...to, ...cc].map(normalizeAddress).filter((address) => domainOf(address) !== ownDomain));
}
