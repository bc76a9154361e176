import { domainToUnicode } from 'node:url';

export interface WebUrl {
  url: URL;
  /** The same as `url.hostname`, except for a host that the URL parser does not accept. */
  host: string;
}

/**
 * Parses the URL as an HTTP client would. If only the number in the host of an http URL is invalid
 * (`http://256.1.1.1/`), `host` is that host. Such a text is a URL, but its host is not a public address.
 */
export function readWebUrl(text: string): WebUrl | undefined {
  const url = parseUrl(text);
  return url ? { url, host: url.hostname } : readNumericHost(text);
}

export const isUrl = (text: string): boolean => readWebUrl(text) !== undefined;

/**
 * Returns the URL as the client wrote it. If the URL contains blanks or control characters, returns its normalized
 * form.
 */
export const cleanUrl = (text: string): string =>
  /[\0-\x20\x7f]/.test(text) ? (parseUrl(text)?.href ?? text) : text;

/** Parses a URL without `URL.canParse`, which in Node 20 and 22 refuses non-ASCII letters after some thousand calls. */
function parseUrl(text: string): URL | undefined {
  try {
    const url = new URL(text);
    return hasBrokenPunycode(url.hostname) ? undefined : url;
  } catch {
    return undefined;
  }
}

/**
 * Whether the host has labels with invalid Punycode (`xn--a`). The parser of Node 24 accepts such labels, and the
 * parser of Node 20 refuses them.
 */
const hasBrokenPunycode = (host: string): boolean => /(^|\.)xn--/.test(domainToUnicode(host));

/**
 * Parses a URL whose host ends in a number. With another label appended, the parser accepts the number as a name but
 * finds any other error in the URL.
 */
function readNumericHost(text: string): WebUrl | undefined {
  const url = parseUrl(stripIgnoredCharacters(text).replace(hostEndPattern, `$&${dummyLabel}`));
  const host = url?.hostname.slice(0, -dummyLabel.length);
  return url && host !== undefined && endsInNumber(host) ? { url, host } : undefined;
}

const dummyLabel = '.x';

/**
 * The end of the host. The parser reads any number of backslashes as slashes, and the last @ as the end of the
 * password.
 */
const hostEndPattern = /^https?:[\\/]*(?:[^\\/?#]*@)?[^\\/?#:]*/i;

/** Removes characters that the parser ignores. */
const stripIgnoredCharacters = (text: string): string =>
  text.replace(/^[\0-\x20]+/, '').replace(/[\t\n\r]/g, '');

/** Some parsers read a host that ends in a number as an IP address. No registered name has this form. */
export const endsInNumber = (host: string): boolean => /(^|\.)(\d+|0x[\da-f]*)\.*$/.test(host);
