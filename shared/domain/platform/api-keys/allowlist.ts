import { isAddress } from '../../../text/address';
import { normalizeAddress, domainOf, isHostname } from '../../../text/mailbox';

/** An entry is a full address, or a domain as `domain` or `@domain`. */
export const isAllowlistEntry = (entry: string): boolean =>
  isAddress(entry) || isHostname(stripAtSign(entry));

/** Whether the allowlist contains this address or its domain. A domain entry is covered only by the same domain. */
export function isCovered(entry: string, allowlist: readonly string[]): boolean {
  const normalizedAllowlist = new Set(allowlist.map(normalizeEntry));
  const normalizedEntry = normalizeEntry(entry);
  return (
    normalizedAllowlist.has(normalizedEntry) ||
    (normalizedEntry.includes('@') && normalizedAllowlist.has(domainOf(normalizedEntry)))
  );
}

const stripAtSign = (entry: string): string => entry.replace(/^@/, '');

const normalizeEntry = (entry: string): string => stripAtSign(normalizeAddress(entry));
