import { domainToUnicode } from 'node:url';

export interface WebUrl {
  url: URL;
  /** As `url.hostname`, but where the parser takes no such host. */
  host: string;
}

/**
 * The URL as whoever connects to it reads it. Where only the number in an http URL's host is wrong
 * (`http://256.1.1.1/`), `host` is that host: it is a URL, though of no public address.
 */
export function readWebUrl(text: string): WebUrl | undefined {
  const url = parseUrl(text);
  return url ? { url, host: url.hostname } : readNumericHost(text);
}

export const isUrl = (text: string): boolean => readWebUrl(text) !== undefined;

/** The URL as it is kept and shown: as it was given, but for blanks and control characters that no request has. */
export const cleanUrl = (text: string): string =>
  /[\0-\x20\x7f]/.test(text) ? (parseUrl(text)?.href ?? text) : text;

/** Not by `URL.canParse`: in Node 20 and 22 it takes no letter beyond ASCII once it was called some thousand times. */
function parseUrl(text: string): URL | undefined {
  try {
    const url = new URL(text);
    return hasBrokenPunycode(url.hostname) ? undefined : url;
  } catch {
    return undefined;
  }
}

/** The parser of Node 24 takes labels that begin as Punycode and are none (`xn--a`); that of Node 20 refuses them. */
const hasBrokenPunycode = (host: string): boolean => /(^|\.)xn--/.test(domainToUnicode(host));

/** With a label behind it, a number is a name to the parser. Whatever else is wrong with the URL still is. */
function readNumericHost(text: string): WebUrl | undefined {
  const url = parseUrl(stripIgnoredCharacters(text).replace(hostEndPattern, `$&${dummyLabel}`));
  const host = url?.hostname.slice(0, -dummyLabel.length);
  return url && host !== undefined && endsInNumber(host) ? { url, host } : undefined;
}

const dummyLabel = '.x';

/** The parser reads a backslash as a slash, any number of them, and takes the last @ for the end of a password. */
const hostEndPattern = /^https?:[\\/]*(?:[^\\/?#]*@)?[^\\/?#:]*/i;

/** The parser reads over these. */
const stripIgnoredCharacters = (text: string): string =>
  text.replace(/^[\0-\x20]+/, '').replace(/[\t\n\r]/g, '');

/** Such a host is an address to some who read it, and no name is registered so. */
export const endsInNumber = (host: string): boolean => /(^|\.)(\d+|0x[\da-f]*)\.*$/.test(host);
