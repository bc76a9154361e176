import { normalizeAddress, isProblem, parseMailbox } from './mailbox';

/**
 * Returns the text in the form in which records store addresses. If the text is not an address, the result matches no
 * record.
 */
export const comparableAddress = (text: string): string => {
  const trimmed = text.trim();
  return isAddress(trimmed) ? normalizeAddress(trimmed) : trimmed.toLowerCase();
};

/** Returns the addresses in the form in which records store them, without duplicates. */
export const distinctAddresses = (addresses: readonly string[]): string[] => [
  ...new Set(addresses.map(normalizeAddress)),
];

/** Whether the text is an address without a display name or surrounding white space. */
export const isAddress = (text: string): boolean => !/[<\s]/.test(text) && !isProblem(parseMailbox(text));
