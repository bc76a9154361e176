import { isInternetDomain, registrableDomain } from '../domain-name';
import { parseIpLiteral } from '../public-host';
import { readWebUrl } from '../web-url';

export type Suspicion = 'credentials' | 'ip_host' | 'punycode' | 'text_mismatch';

/** Returns the first reason to distrust a link: what its host hides, or that its text shows another host. */
export function suspicionOf(url: URL, text: string): Suspicion | null {
  if (url.username !== '' || url.password !== '') return 'credentials';
  if (parseIpLiteral(url.hostname) !== undefined) return 'ip_host';
  if (/(?:^|\.)xn--/.test(url.hostname)) return 'punycode';
  const site = siteOf(url.hostname);
  return hostsIn(text).some((host) => siteOf(host) !== site) ? 'text_mismatch' : null;
}

/** Hosts of one site may differ, such as `example.com` and `www.example.com`. */
const siteOf = (host: string): string => registrableDomain(host) ?? host.replace(/^www\./, '');

/** A URL or a domain in the text of a link. Email addresses are none. */
const shownUrls =
  /https?:\/\/[^\s<>"]{1,2000}|(?<![\p{L}\p{N}@._-])(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}(?![\p{L}\p{N}@_-]|\.\p{L})/giu;

function hostsIn(text: string): string[] {
  return (text.slice(0, 1_000).match(shownUrls) ?? []).flatMap((shown) => {
    const hasScheme = /^https?:/i.test(shown);
    const host = readWebUrl(hasScheme ? shown : `https://${shown}`)?.host;
    return host !== undefined && (hasScheme || isDomain(host)) ? [host] : [];
  });
}

/** Top-level domains that are also the endings of file names. */
const fileEndings = /\.(?:md|zip|sh|py|rs|pl|mov|cc|ps|so|java|bz|app\.js)$/;

/** The domains of examples and tests, which cannot be registered. */
const reservedDomains = /\.(?:example|test|invalid|localhost)$/;

const isDomain = (host: string): boolean =>
  !fileEndings.test(host) && (reservedDomains.test(host) || isInternetDomain(host));
