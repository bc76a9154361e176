import { domainToUnicode } from 'node:url';

export interface WebUrl {
  url: URL;
  /** Equal to `url.hostname`, unless the URL parser does not accept the host. */
  host: string;
}

/**
 * Parses the URL as an HTTP client would. Also accepts an HTTP URL in which only the number in the host is invalid
 * (`http://256.1.1.1/`), and returns this host, which is not a public address.
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

/**
 * Parses a URL without `URL.canParse`, because in Node 20 and 22, that function refuses non-ASCII letters after several
 * thousand calls.
 */
function parseUrl(text: string): URL | undefined {
  try {
    const url = new URL(text);
    return hasBrokenPunycode(url.hostname) ? undefined : url;
  } catch {
    return undefined;
  }
}

/**
 * Whether the host has labels with invalid Punycode (`xn--a`). Node 24's parser accepts such labels, but Node 20's
 * parser refuses them.
 */
const hasBrokenPunycode = (host: string): boolean => /(^|\.)xn--/.test(domainToUnicode(host));

/**
 * Parses a URL whose host ends in a number. Appends a label to the host, so that the parser accepts the number as a
 * name but still refuses every other error in the URL.
 */
function readNumericHost(text: string): WebUrl | undefined {
  const url = parseUrl(stripIgnoredCharacters(text).replace(hostEndPattern, `$&${dummyLabel}`));
  const host = url?.hostname.slice(0, -dummyLabel.length);
  return url && host !== undefined && endsInNumber(host) ? { url, host } : undefined;
}

const dummyLabel = '.x';

/**
 * Matches a URL up to the end of the host. The parser reads any number of backslashes as slashes, and the last @ as the
 * end of the password.
 */
const hostEndPattern = /^https?:[\\/]*(?:[^\\/?#]*@)?[^\\/?#:]*/i;

/** Removes characters that the parser ignores. */
const stripIgnoredCharacters = (text: string): string =>
  text.replace(/^[\0-\x20]+/, '').replace(/[\t\n\r]/g, '');

/**
 * Whether the host ends in a number. Some parsers read such a host as an IP address, and no registered name has this
 * form.
 */
export const endsInNumber = (host: string): boolean => /(^|\.)(\d+|0x[\da-f]*)\.*$/.test(host);
