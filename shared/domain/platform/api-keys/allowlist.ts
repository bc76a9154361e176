import { isAddress } from '../../../text/address';
import { bareAddress, domainOf, isHostname } from '../../../text/mailbox';

/** An entry is a full address, or a domain as `domain` or `@domain`. */
export const isAllowlistEntry = (entry: string): boolean => isAddress(entry) || isHostname(domain(entry));

/** Whether the allowlist has this address or its domain; a domain entry is covered only by the same domain. */
export function isCovered(entry: string, allowlist: readonly string[]): boolean {
  const covering = new Set(allowlist.map(comparable));
  const wanted = comparable(entry);
  return covering.has(wanted) || (wanted.includes('@') && covering.has(domainOf(wanted)));
}

const domain = (entry: string): string => entry.replace(/^@/, '');

const comparable = (entry: string): string => domain(bareAddress(entry));
