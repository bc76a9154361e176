import addressparser from 'nodemailer/lib/addressparser';
import { replaceInvisible } from '../invisible-characters';
import type { Mailbox } from '../mailbox';
import { decodeUnlabeled } from './charset';
import { decodeWords, readableText } from './encoded-words';

/** The maximum number of addresses. The parser truncates longer lists, because no feature needs more addresses. */
const addressesMax = 1_000;
/**
 * The maximum number of characters to read. Without a limit, the sender would determine the time that parsing takes.
 */
const listLengthMax = 500_000;
const addressLengthMax = 1_000;

/** Parses the mailboxes of an address field, including those in groups. */
export function parseAddresses(bytes: string): Mailbox[] {
  const mailboxes = parseMailboxes(decodeUnlabeled(Buffer.from(bytes, 'latin1')));
  // Some clients encode the whole field, including the address.
  return mailboxes.length === 0 && bytes.includes('=?') ? parseMailboxes(decodeWords(bytes)) : mailboxes;
}

const parseMailboxes = (text: string): Mailbox[] =>
  addressparser(dropUnclosedQuote(withVisibleControls(text.slice(0, listLengthMax).toWellFormed())), {
    flatten: true,
  })
    .map(({ name, address }) => ({
      name: replaceInvisible(readableText(toByteString(name))),
      address: visibleAddress(address),
    }))
    .filter(({ address }) => address !== '' && address.length <= addressLengthMax)
    .slice(0, addressesMax);

/** Replaces control characters, which the parser would remove without a trace. */
const withVisibleControls = (text: string): string => text.replace(/(?![\t\n\r])\p{Cc}/gu, '\ufffd');

/**
 * Removes an unclosed quote, because the parser would read the address as part of the quote. Changes only a field with
 * one address, so that no address is lost.
 */
function dropUnclosedQuote(text: string): string {
  const quotes = text.replace(/\\./g, '').split('"').length - 1;
  return quotes % 2 === 1 && singleAddress.test(text) ? text.replaceAll('"', '') : text;
}

const singleAddress = /^[^<>@]*<[^<>@\s]+@[^<>@\s]+>\s*$/;

/** Replaces characters that show nothing, including joiners, which no address needs. */
const visibleAddress = (address: string): string =>
  replaceInvisible(stripBlanks(address)).replace(/[\u200c\u200d\ufe00-\ufe0f]/g, '\ufffd');

/** Removes blanks from an address, except inside quotes. */
const stripBlanks = (address: string): string =>
  /^"[^"]*"@/.test(address) ? address.trim() : address.replace(/[ \t\r\n\u00a0]+/g, '');

const toByteString = (text: string): string => Buffer.from(text).toString('latin1');
