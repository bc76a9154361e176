import { decodeBase64 } from './base64';
import { decodeText, decodeUnlabeled } from './charset';

/**
 * Decodes the text of a header field: encoded words (RFC 2047), even in forbidden positions, and raw bytes around and
 * inside the words. Adjacent words are joined before decoding, because some clients split a character between two
 * words.
 */
export function decodeWords(bytes: string): string {
  return joinTokens(tokensOf(bytes))
    .map((token) =>
      token.charset === undefined
        ? decodeUnlabeled(Buffer.from(token.bytes, 'latin1'))
        : decodeText(Buffer.from(token.bytes, 'latin1'), token.charset),
    )
    .join('');
}

/** An encoded word, or plain text, which has no charset. */
interface Token {
  charset?: string;
  bytes: string;
}

/** The beginning of an encoded word. The charset may be followed by an asterisk and a language (RFC 2231 5). */
const opening = /=\?([^?*\s]{1,60})(?:\*[^?\s]{0,60})?\?([bq])\?/gi;

function tokensOf(bytes: string): Token[] {
  const tokens: Token[] = [];
  let position = 0;
  for (const match of bytes.matchAll(opening)) {
    if (match.index < position) continue;
    const start = match.index + match[0].length;
    const end = bytes.indexOf('?=', start);
    if (end < 0) break;
    tokens.push({ bytes: bytes.slice(position, match.index) });
    tokens.push({ charset: match[1] ?? '', bytes: decodePayload(match[2] ?? '', bytes.slice(start, end)) });
    position = end + 2;
  }
  return [...tokens, { bytes: bytes.slice(position) }];
}

const decodePayload = (encoding: string, payload: string): string =>
  encoding.toLowerCase() === 'b'
    ? decodeBase64(Buffer.from(payload, 'latin1')).toString('latin1')
    : unescapeHex(payload.replaceAll('_', ' '), /=([0-9a-f]{2})/gi);

/** Replaces each escape with the byte that its two hexadecimal digits represent. */
export const unescapeHex = (text: string, escapes: RegExp): string =>
  text.replace(escapes, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** Joins adjacent words with the same charset, and drops the blanks between words, which are not part of the text. */
function joinTokens(tokens: readonly Token[]): Token[] {
  const result: Token[] = [];
  for (const [index, token] of tokens.entries()) {
    const last = result.at(-1);
    const isBetween = token.charset === undefined && last?.charset !== undefined && index + 1 < tokens.length;
    if (isBetween && /^[ \t]*$/.test(token.bytes)) continue;
    if (token.charset !== undefined && sameCharset(last?.charset, token.charset)) {
      result[result.length - 1] = { charset: token.charset, bytes: (last?.bytes ?? '') + token.bytes };
    } else result.push(token);
  }
  return result;
}

const sameCharset = (first: string | undefined, second: string): boolean =>
  first?.toLowerCase() === second.toLowerCase() && !shiftingCharset.test(second);

/**
 * Charsets that switch between alphabets. Each word in such a charset starts in the initial state, so the words cannot
 * be joined.
 */
const shiftingCharset = /^(iso-?2022|utf-?7|hz)/i;

/** Returns the text for display: decoded, on one line, without control characters. */
export const readableText = (bytes: string): string => withoutControls(decodeWords(bytes)).trim();

export const withoutControls = (text: string): string =>
  text.replace(/[\t\n\r\u2028\u2029]+/g, ' ').replace(/\p{Cc}/gu, '');
