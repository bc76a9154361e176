import { isAscii, isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import { decodeHz, decodeIso2022Kr } from './shifted-charsets';

const labelLengthMax = 60;

/**
 * Decodes text by its charset label. If the label is wrong, unknown or missing, guesses the charset from the bytes.
 * Replaces unpaired surrogates, which some charsets can encode but which neither the table nor JSON parsers accept.
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

/**
 * Decodes bytes without a label: as UTF-8 if the bytes are valid UTF-8, as Japanese if they contain Japanese escapes,
 * and otherwise as Western.
 */
export function decodeUnlabeled(bytes: Buffer): string {
  if (!isUtf8(bytes)) return iconv.decode(bytes, 'windows-1252');
  return bytes.includes('\x1b$B') || bytes.includes('\x1b$@') ? decodeJis(bytes) : utf8(bytes);
}

/**
 * Returns the charset that the HTML itself declares. Ignores the declaration if the bytes are valid UTF-8, because a
 * server may have converted the bytes without changing the declaration.
 */
export function htmlCharset(bytes: Buffer): string | undefined {
  if (isUtf8(bytes)) return undefined;
  const head = bytes.toString('latin1', 0, htmlHeadMax);
  return /<meta\b[^>]{0,200}\bcharset\s{0,9}=\s{0,9}["']?([\w-]+)/i.exec(head)?.[1];
}

const htmlHeadMax = 2_000;

/**
 * Decodes UTF-8 and replaces truncated or invalid characters. If most characters are invalid, treats the label as
 * wrong.
 */
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

/**
 * Decodes ISO-2022-JP, which uses only seven-bit bytes. If a byte has eight bits, the label is wrong, and the text is
 * EUC-JP or UTF-8.
 */
function decodeJis(bytes: Buffer): string {
  const text = new TextDecoder('iso-2022-jp').decode(bytes);
  if (isAscii(bytes) || !isMostlyBroken(text)) return text;
  return isUtf8(bytes) ? utf8(bytes) : iconv.decode(bytes, 'eucjp');
}

/**
 * Charsets that are decoded as the larger Windows charsets, because some senders use Windows quotation marks under the
 * wrong label. All mail clients do the same. Also contains names that some clients use and the library does not know.
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
/**
 * Names that have another meaning in the library, and the names of ASCII, which some senders use for other charsets.
 */
const notCharsets = new Set(['binary', 'hex', 'base64', 'utf7imap', 'ascii', 'usascii', 'ansix341968']);

/** Caches lookups, because lookups of unknown labels are slow and a hostile email may contain many labels. */
const iconvNames = new Map<string, string | undefined>();
const iconvNamesMax = 1_000;

function iconvName(charset: string): string | undefined {
  if (iconvNames.size > iconvNamesMax) iconvNames.clear();
  if (!iconvNames.has(charset)) iconvNames.set(charset, findIconvName(charset));
  return iconvNames.get(charset);
}

/**
 * Finds the library's name for a charset. A prefix `x` or a suffix for the text direction (`iso-8859-8-i`) does not
 * change the charset.
 */
function findIconvName(charset: string): string | undefined {
  const withoutPrefix = charset.replace(/^x/, '').replace(/^(iso8859[68])[ei]$/, '$1');
  return aliases.get(withoutPrefix) ?? [charset, withoutPrefix].find(isKnownCharset);
}

const isKnownCharset = (name: string): boolean => !notCharsets.has(name) && iconv.encodingExists(name);
