import { requireEnv } from '../../../core/env';
import type { Domain } from '../../../db/records/domains';

/** The local part of the addresses that receive unsubscribe requests. Mail to them joins no conversation. */
const localPart = 'list-unsubscribe';

/** Returns the address for unsubscribe requests, unless this deployment receives no mail for the domain. */
export function findUnsubscribeAddress({
  domain,
  dnsRecords,
}: Pick<Domain, 'domain' | 'dnsRecords'>): string | undefined {
  const hasMx = dnsRecords.some(({ kind, status }) => kind === 'inbound_mx' && status === 'ok');
  return hasMx && isReceived(domain) ? `${localPart}@${domain}` : undefined;
}

export const isUnsubscribeAddress = (address: string): boolean => address.startsWith(`${localPart}@`);

/** Whether the receipt rule stores mail of the domain. An entry with a leading dot means all subdomains. */
const isReceived = (domain: string): boolean =>
  requireEnv('RECEIVING_DOMAINS')
    .split(',')
    .some((entry) => entry === '*' || (entry.startsWith('.') ? domain.endsWith(entry) : domain === entry));
