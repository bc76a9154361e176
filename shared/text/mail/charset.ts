import { isAscii, isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import { decodeHz, decodeIso2022Kr } from './shifted-charsets';

const labelLengthMax = 60;

/**
 * Decodes what says its charset. A wrong, unknown or missing label gives what the bytes look like. Some charsets can
 * say half a surrogate pair, which neither the table nor readers of JSON take.
 */
export const decodeText = (bytes: Buffer, label: string | undefined): string =>
  decodeAs(bytes, label).toWellFormed();

function decodeAs(bytes: Buffer, label: string | undefined): string {
  const charset = (label ?? '')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
    .slice(0, labelLengthMax);
  if (/^x?(unicode11)?utf8/.test(charset)) return decodeUtf8(bytes);
  if (/^iso2022jp|^cp5022/.test(charset)) return decodeJis(bytes);
  if (/^iso2022kr|^csiso2022kr/.test(charset)) return decodeIso2022Kr(bytes);
  if (/^hz/.test(charset)) return decodeHz(bytes);
  const iconvCharset = iconvName(charset);
  return iconvCharset === undefined ? decodeUnlabeled(bytes) : iconv.decode(bytes, iconvCharset);
}

/** What bytes without a label are: UTF-8 when they can be, Japanese by its escapes, else Western. */
export function decodeUnlabeled(bytes: Buffer): string {
  if (!isUtf8(bytes)) return iconv.decode(bytes, 'windows-1252');
  return bytes.includes('\x1b$B') || bytes.includes('\x1b$@') ? decodeJis(bytes) : utf8(bytes);
}

/** What a page says in itself. A server that turned it into UTF-8 has left that as it was. */
export function htmlCharset(bytes: Buffer): string | undefined {
  if (isUtf8(bytes)) return undefined;
  const head = bytes.toString('latin1', 0, htmlHeadMax);
  return /<meta\b[^>]{0,200}\bcharset\s{0,9}=\s{0,9}["']?([\w-]+)/i.exec(head)?.[1];
}

const htmlHeadMax = 2_000;

/** A cut or broken character is replaced; where most are broken, the label is wrong. */
function decodeUtf8(bytes: Buffer): string {
  if (isUtf8(bytes)) return utf8(bytes);
  const text = utf8(bytes);
  return isMostlyBroken(text) ? iconv.decode(bytes, 'windows-1252') : text;
}

const utf8 = (bytes: Buffer): string => new TextDecoder().decode(bytes);

const sampleLength = 100_000;

function isMostlyBroken(text: string): boolean {
  let broken = 0;
  let whole = 0;
  for (let index = 0; index < Math.min(text.length, sampleLength); index += 1) {
    const code = text.charCodeAt(index);
    if (code === 0xfffd) broken += 1;
    else if (code > 0x7f) whole += 1;
  }
  return broken > whole;
}

/** Its bytes have seven bits. Where they have eight, the label is wrong: Japan also writes EUC and UTF-8. */
function decodeJis(bytes: Buffer): string {
  const text = new TextDecoder('iso-2022-jp').decode(bytes);
  if (isAscii(bytes) || !isMostlyBroken(text)) return text;
  return isUtf8(bytes) ? utf8(bytes) : iconv.decode(bytes, 'eucjp');
}

/**
 * Charsets that are read as the larger ones of Windows, as every client does: the quotation marks of Windows are
 * sent under both names. And names of mail clients that the library does not have.
 */
const aliases = new Map([
  ['iso88591', 'windows1252'],
  ['latin1', 'windows1252'],
  ['l1', 'windows1252'],
  ['iso88599', 'windows1254'],
  ['latin5', 'windows1254'],
  ['macukrainian', 'macukraine'],
  ['macce', 'maccenteuro'],
  ['maccentraleuroperoman', 'maccenteuro'],
]);
/** Names that the library takes for other things, and those of ASCII: it needs no label, and others use it. */
const notCharsets = new Set(['binary', 'hex', 'base64', 'utf7imap', 'ascii', 'usascii', 'ansix341968']);

/** A label that the library does not know takes it long to look up, and a hostile mail has many. */
const iconvNames = new Map<string, string | undefined>();
const iconvNamesMax = 1_000;

function iconvName(charset: string): string | undefined {
  if (iconvNames.size > iconvNamesMax) iconvNames.clear();
  if (!iconvNames.has(charset)) iconvNames.set(charset, findIconvName(charset));
  return iconvNames.get(charset);
}

/** An `x` in front makes no other charset, nor the order of its letters behind (`iso-8859-8-i`). */
function findIconvName(charset: string): string | undefined {
  const withoutPrefix = charset.replace(/^x/, '').replace(/^(iso8859[68])[ei]$/, '$1');
  return aliases.get(withoutPrefix) ?? [charset, withoutPrefix].find(isKnownCharset);
}

const isKnownCharset = (name: string): boolean => !notCharsets.has(name) && iconv.encodingExists(name);
