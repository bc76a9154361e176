import { normalizeAddress, domainOf, isProblem, parseMailbox } from '../../../text/mailbox';
import type { Email } from '../../../db/records/emails';

/** Whom an email of the workspace's brings into the conversation: not the domain that it writes from. */
export function participantsOf({ from, to, cc = [] }: Pick<Email, 'from' | 'to' | 'cc'>): Set<string> {
  const sender = parseMailbox(from);
  const ownDomain = isProblem(sender) ? '' : domainOf(sender.address);
  return new Set([...to, ...cc].map(normalizeAddress).filter((address) => domainOf(address) !== ownDomain));
}
