import { getDomain } from 'tldts';
import { toAsciiHostname, isHostname } from './mailbox';

/** The longest record under a sending domain is a DKIM one, and a DNS name ends at 253. */
const lengthMax = 200;

/** The name as DNS has it, or what is wrong with it. */
export function readDomainName(text: string): { name: string } | { problem: string } {
  if (!isHostname(text)) return { problem: 'must be a host name such as example.com' };
  const name = toAsciiHostname(text).toLowerCase();
  if (name.length > lengthMax) return { problem: `must have at most ${lengthMax} characters` };
  if (!registrableDomain(name)) return { problem: `${name} is a public suffix, which nobody can own` };
  return { name };
}

/** What was registered: `acme.co.uk` for `mail.acme.co.uk`. A public suffix has none. */
export const registrableDomain = (name: string): string | null =>
  getDomain(name, { allowPrivateDomains: true, extractHostname: false });

/**
 * What a pair of sending domains stands under. Their own labels are taken off again, so that either leads
 * back to the same root, but never down to a public suffix: `news.io` is its own root.
 */
export function sendingRoot(name: string): string {
  const rest = /^(?:mail|news)\.(.+)$/.exec(name)?.[1];
  return rest && registrableDomain(rest) ? rest : name;
}
