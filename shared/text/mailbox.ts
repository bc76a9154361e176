import { domainToASCII } from 'node:url';

/**
 * A parsed mailbox, `Display Name <addr>`. The local part of the address keeps its letter case, and the domain is in
 * ASCII. To compare addresses, use `normalizeAddress`.
 */
export interface Mailbox {
  name: string;
  address: string;
}

export type MailboxProblem = { problem: string };

/** See E-11. */
export const displayNameLengthMax = 100;

/** Parses a mailbox (E-10 to E-12). */
export function parseMailbox(text: string): Mailbox | MailboxProblem {
  const bracketed = /^([^]*)<([^<>]*)>\s*$/.exec(text);
  if (!bracketed) return buildMailbox('', text.trim());
  const rawName = bracketed[1] ?? '';
  const name = decodeWords(unquote(rawName.trim()));
  // A line break before or after the name is part of the name.
  const problem = nameProblem(/[\r\n]/.test(rawName) ? rawName : name);
  return problem ? { problem } : buildMailbox(name, (bracketed[2] ?? '').trim());
}

/** Returns the text that `parseMailbox` parses as this mailbox. */
export const formatMailbox = ({ name, address }: Mailbox): string =>
  name === '' ? address : `"${name.replace(/["\\]/g, '\\$&')}" <${address}>`;

export const isProblem = (value: Mailbox | MailboxProblem): value is MailboxProblem => 'problem' in value;

/**
 * Returns the form in which all code compares addresses. Domains are in ASCII, because SES reports international
 * domains in ASCII.
 */
export const normalizeAddress = (address: string): string =>
  address.slice(0, domainStart(address)).toLowerCase() + domainOf(address);

/** Returns the domain of the address, in ASCII and lowercase. */
export const domainOf = (address: string): string =>
  toAsciiHostname(address.slice(domainStart(address))).toLowerCase();

const withAsciiDomain = (address: string): string =>
  address.slice(0, domainStart(address)) + toAsciiHostname(address.slice(domainStart(address)));

const domainStart = (address: string): number => address.lastIndexOf('@') + 1;

/** Removes duplicate addresses. Keeps the first display name of each address. */
export function dedupeByAddress(mailboxes: readonly Mailbox[]): Mailbox[] {
  const byAddress = new Map<string, Mailbox>();
  for (const mailbox of mailboxes) {
    const address = normalizeAddress(mailbox.address);
    if (!byAddress.has(address)) byAddress.set(address, mailbox);
  }
  return [...byAddress.values()];
}

function buildMailbox(name: string, address: string): Mailbox | MailboxProblem {
  const problem = addressProblem(address);
  return problem ? { problem } : { name, address: withAsciiDomain(address) };
}

function nameProblem(name: string): string | undefined {
  if ([...name].length > displayNameLengthMax)
    return `the display name must have at most ${displayNameLengthMax} characters`;
  return isNameOnly(name)
    ? undefined
    : 'the display name must not contain a line break, a control character, "<" or ">"';
}

/** Whether the text can be a display name. Characters that force a direction would also reverse the address after it. */
export const isNameOnly = (name: string): boolean => !/[\p{Cc}\u2028\u2029\u202d\u202e<>]/u.test(name);

const localPart = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i;

function addressProblem(address: string): string | undefined {
  const atSign = address.lastIndexOf('@');
  if (atSign < 1) return 'not an email address';
  const local = address.slice(0, atSign);
  if (local.length > 64 || address.length > 254) return 'the address is too long';
  return localPart.test(local) && isHostname(address.slice(atSign + 1)) ? undefined : 'not an email address';
}

/** Whether the text is a DNS name with at least two labels. International names are checked in ASCII. */
export function isHostname(name: string): boolean {
  const ascii = toAsciiHostname(name);
  const labels = ascii.split('.');
  return (
    ascii.length <= 253 &&
    labels.length > 1 &&
    labels.every((part) => label.test(part)) &&
    !/^\d+$/.test(labels.at(-1) ?? '')
  );
}

/** Converts a host name to ASCII. Returns '' if the name is invalid. */
export const toAsciiHostname = (name: string): string =>
  /^[\x21-\x7e]*$/.test(name) ? name : notInHostname.test(name) ? '' : domainToASCII(name);

/**
 * Characters that delimit the host in a URL. The conversion would truncate the name at such a character and return
 * another name.
 */
const notInHostname = /[\0-\x20\x7f/\\?#@:%[\]]/;

function unquote(name: string): string {
  const quotedName = /^"([^]*)"$/.exec(name);
  return quotedName ? (quotedName[1] ?? '').replace(/\\(.)/g, '$1') : name;
}

/**
 * Decodes encoded words (RFC 2047), which clients copy from headers into names. Without decoding, recipients would see
 * the encoded words. Leaves words with an unknown charset unchanged.
 */
const decodeWords = (name: string): string =>
  name
    .replace(/(\?=)[ \t]+(?==\?)/g, '$1')
    .replace(encodedWord, (word, charset: string, encoding: string, text: string) => {
      const bytes = encoding.toLowerCase() === 'b' ? Buffer.from(text, 'base64') : fromQuotedWord(text);
      try {
        return new TextDecoder(charset).decode(bytes);
      } catch {
        return word;
      }
    });

/** The charset may be followed by an asterisk and a language (RFC 2231 5). */
const encodedWord = /=\?([\w.:-]{1,40})(?:\*[\w-]{0,20})?\?([bq])\?([^?\s]{0,400})\?=/gi;

const fromQuotedWord = (text: string): Buffer =>
  Buffer.from(
    text
      .replaceAll('_', ' ')
      .replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );

/**
 * The maximum length of an address to look up. Keys of the table have at most 2 KB. No address is longer than this
 * limit, even with its domain in ASCII.
 */
const lookupLengthMax = 500;

export const isTooLongForAddress = (text: string): boolean => text.length > lookupLengthMax;
