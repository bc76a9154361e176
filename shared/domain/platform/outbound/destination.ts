import type { Address } from '../../../aws/dns';
import { isPublicAddress } from '../../../text/public-ip';

/** The addresses that a request may connect to, or the reason why the request is blocked. */
export type Destination = { kind: 'ok'; addresses: Address[] } | { kind: 'blocked'; error: string };

export const nonPublicError = 'destination resolves to a non-public address';

export const isPublic = ({ address }: Address): boolean => isPublicAddress(address);

/** Blocks a request unless every address of its host is public. */
export function destinationOf(addresses: Address[]): Destination {
  if (addresses.length === 0) return blockedDestination('could not resolve the host');
  return addresses.every(isPublic) ? { kind: 'ok', addresses } : blockedDestination(nonPublicError);
}

export const blockedDestination = (error: string): Destination => ({ kind: 'blocked', error });
