import { getDomain, parse } from 'tldts';
import { toAsciiHostname, isHostname } from './mailbox';

/**
 * The maximum length of a sending domain. The maximum is lower than the 253 characters of a DNS name, because the name
 * of the DKIM record is longer than the domain.
 */
const lengthMax = 200;

/** Returns the name in its DNS form, or the problem with the name. */
export function readDomainName(text: string): { name: string } | { problem: string } {
  if (!isHostname(text)) return { problem: 'must be a host name such as example.com' };
  const name = toAsciiHostname(text).toLowerCase();
  if (name.length > lengthMax) return { problem: `must have at most ${lengthMax} characters` };
  if (!registrableDomain(name))
    return { problem: `${name} is a public suffix. Use a domain that is registered under it` };
  return { name };
}

/** Returns the registered domain, such as `acme.co.uk` for `mail.acme.co.uk`, or null for a public suffix. */
export const registrableDomain = (name: string): string | null =>
  getDomain(name, { allowPrivateDomains: true, extractHostname: false });

/** Whether the name could exist on the internet, as `acme.co.uk` but not `st.john`. */
export const isInternetDomain = (name: string): boolean => {
  const { domain, isIcann } = parse(name, { extractHostname: false });
  return domain !== null && isIcann === true;
};

/**
 * Returns the root of a sending domain, which is the name without a leading `mail` or `news` label. The root is never a
 * public suffix, so the root of `news.io` is `news.io`.
 */
export function sendingRoot(name: string): string {
  const rest = /^(?:mail|news)\.(.+)$/.exec(name)?.[1];
  return rest && registrableDomain(rest) ? rest : name;
}
