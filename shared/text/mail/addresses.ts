import addressparser from 'nodemailer/lib/addressparser';
import type { Mailbox } from '../mailbox';
import { decodeUnlabeled } from './charset';
import { decodeWords, readableText } from './encoded-words';

/** A list of this length names everyone; nothing is decided by the rest. */
const addressesMax = 1_000;
/** Read no further than this: a list is as long as its sender likes. */
const listLengthMax = 500_000;
const addressLengthMax = 1_000;

/** The mailboxes of an address field, those of groups among them. */
export function parseAddresses(bytes: string): Mailbox[] {
  const mailboxes = parseMailboxes(decodeUnlabeled(Buffer.from(bytes, 'latin1')));
  // Some clients encode the whole field, the address with it.
  return mailboxes.length === 0 && bytes.includes('=?') ? parseMailboxes(decodeWords(bytes)) : mailboxes;
}

const parseMailboxes = (text: string): Mailbox[] =>
  addressparser(dropUnclosedQuote(text.slice(0, listLengthMax).toWellFormed()), { flatten: true })
    .map(({ name, address }) => ({ name: readableText(toByteString(name)), address: stripBlanks(address) }))
    .filter(({ address }) => address !== '' && address.length <= addressLengthMax)
    .slice(0, addressesMax);

/** A quote that never ends would take the address with it. Only where there is one address, so that none is hidden. */
function dropUnclosedQuote(text: string): string {
  const quotes = text.replace(/\\./g, '').split('"').length - 1;
  return quotes % 2 === 1 && singleAddress.test(text) ? text.replaceAll('"', '') : text;
}

const singleAddress = /^[^<>@]*<[^<>@\s]+@[^<>@\s]+>\s*$/;

/** Blanks stand in no address but inside quotes. */
const stripBlanks = (address: string): string =>
  /^"[^"]*"@/.test(address) ? address.trim() : address.replace(/\s+/g, '');

const toByteString = (text: string): string => Buffer.from(text).toString('latin1');
