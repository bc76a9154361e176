import type { Settings } from '../settings';

/** The environment of a function has at most 4,096 bytes. */
const lengthMax = 1_500;

/**
 * The domains for which functions may name addresses that receive mail, separated by commas: `*` for all, or `none`. A
 * list that is too long for the environment counts as `none`.
 */
export function receivingDomainsText({ inbound, receivingDomains = ['*'] }: Settings): string {
  const text = receivingDomains.join(',');
  return inbound === false || text.length > lengthMax ? 'none' : text;
}
