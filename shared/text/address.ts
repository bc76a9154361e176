import { normalizeAddress, isProblem, parseMailbox } from './mailbox';

/** What was asked for as an address, as records have it. It need not be one: then nothing has it. */
export const comparableAddress = (text: string): string => {
  const trimmed = text.trim();
  return isAddress(trimmed) ? normalizeAddress(trimmed) : trimmed.toLowerCase();
};

/** Each address once, as records have it. */
export const distinctAddresses = (addresses: readonly string[]): string[] => [
  ...new Set(addresses.map(normalizeAddress)),
];

/** An address alone, without a name or white space around it. */
export const isAddress = (text: string): boolean => !/[<\s]/.test(text) && !isProblem(parseMailbox(text));
