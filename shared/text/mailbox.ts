import { domainToASCII } from 'node:url';

/**
 * `Display Name <addr>`, taken apart. The address keeps its case, and has its domain in ASCII; compare with
 * `normalizeAddress`.
 */
export interface Mailbox {
  name: string;
  address: string;
}

export type MailboxProblem = { problem: string };

/** See E-11. */
export const displayNameLengthMax = 100;

/** Reads a mailbox by the rules for mailboxes (E-10 to E-12). */
export function parseMailbox(text: string): Mailbox | MailboxProblem {
  const bracketed = /^([^]*)<([^<>]*)>\s*$/.exec(text);
  if (!bracketed) return buildMailbox('', text.trim());
  const rawName = bracketed[1] ?? '';
  const name = unquote(rawName.trim());
  // A line break before or after a name is one in it.
  const problem = nameProblem(/[\r\n]/.test(rawName) ? rawName : name);
  return problem ? { problem } : buildMailbox(name, (bracketed[2] ?? '').trim());
}

export const isProblem = (value: Mailbox | MailboxProblem): value is MailboxProblem => 'problem' in value;

/** How addresses are compared, everywhere: providers report an international domain in its ASCII form. */
export const normalizeAddress = (address: string): string =>
  address.slice(0, domainStart(address)).toLowerCase() + domainOf(address);

/** In its ASCII form. */
export const domainOf = (address: string): string =>
  toAsciiHostname(address.slice(domainStart(address))).toLowerCase();

const withAsciiDomain = (address: string): string =>
  address.slice(0, domainStart(address)) + toAsciiHostname(address.slice(domainStart(address)));

const domainStart = (address: string): number => address.lastIndexOf('@') + 1;

/** The list without repeats; the first name given to an address stays. */
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
    return `a display name has at most ${displayNameLengthMax} characters`;
  return isNameOnly(name) ? undefined : 'a display name has no line break, control character, "<" or ">"';
}

/** Whether it can stand before an address. */
export const isNameOnly = (name: string): boolean => !/[\p{Cc}\u2028\u2029<>]/u.test(name);

const localPart = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const label = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i;

function addressProblem(address: string): string | undefined {
  const atSign = address.lastIndexOf('@');
  if (atSign < 1) return 'not an email address';
  const local = address.slice(0, atSign);
  if (local.length > 64 || address.length > 254) return 'the address is too long';
  return localPart.test(local) && isHostname(address.slice(atSign + 1)) ? undefined : 'not an email address';
}

/** A DNS name of at least two labels; international ones are judged by their ASCII form. */
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

/** Empty for what is no name in any alphabet. */
export const toAsciiHostname = (name: string): string =>
  /^[\x21-\x7e]*$/.test(name) ? name : notInHostname.test(name) ? '' : domainToASCII(name);

/** What a URL has around its host: what stands behind it would be cut off, and another name left. */
const notInHostname = /[\0-\x20\x7f/\\?#@:%[\]]/;

function unquote(name: string): string {
  const quotedName = /^"([^]*)"$/.exec(name);
  return quotedName ? (quotedName[1] ?? '').replace(/\\(.)/g, '$1') : name;
}

/** A key of the table holds 2 KB. No address is this long, also when its domain was turned into ASCII. */
const lookupLengthMax = 500;

export const isTooLongForAddress = (text: string): boolean => text.length > lookupLengthMax;
