import { commentEnd } from '../structured-field';
import { decodeText, decodeUnlabeled } from './charset';
import { decodeWords, unescapeHex } from './encoded-words';

/** A field of the form `value; name=value; …`, such as Content-Type or Content-Disposition. */
export interface Parameters {
  value: string;
  /** The decoded parameters, by name in lowercase. */
  params: ReadonlyMap<string, string>;
}

const lengthMax = 64_000;
const paramsMax = 500;

/** Parses a field with parameters (RFC 2045 and RFC 2231). Also accepts the malformed variants of some clients. */
export function parseParameters(field: string): Parameters {
  const text = stripLeadingComments(field.slice(0, lengthMax));
  const valueEnd = missingValue.test(text) ? 0 : endOfPlain(text, 0);
  const value = withoutComments(text.slice(0, valueEnd)).trim();
  return { value, params: assembleParameters(readRawParameters(text, valueEnd)) };
}

/** Some clients omit the value: `Content-Disposition: filename=a.pdf`. */
const missingValue = /^\s*filename\*?\s*=/i;

const commentsMax = 20;

/**
 * Removes comments before the parameters, because comments may contain semicolons. Later parentheses may be part of a
 * name.
 */
function stripLeadingComments(text: string): string {
  let rest = text;
  for (let count = 0; count < commentsMax; count += 1) {
    const start = /^[^;="(]*\(/.exec(rest)?.[0].length;
    if (start === undefined) return rest;
    rest = `${rest.slice(0, start - 1)} ${rest.slice(commentEnd(rest, start - 1))}`;
  }
  return rest;
}

interface RawParameter {
  name: string;
  value: string;
}

function readRawParameters(text: string, start: number): RawParameter[] {
  const params: RawParameter[] = [];
  for (let position = start; position < text.length && params.length < paramsMax;) {
    const nameStart = skip(text, position, /[;\s]*/y);
    const nameEnd = skip(text, nameStart, /[^;=]*/y);
    if (text[nameEnd] !== '=') {
      position = nameEnd + 1;
      continue;
    }
    const name = withoutComments(text.slice(nameStart, nameEnd)).trim().toLowerCase();
    const valueStart = skip(text, nameEnd + 1, /\s*/y);
    const isQuoted = text[valueStart] === '"';
    const end = isQuoted ? endOfQuoted(text, valueStart) : endOfPlain(text, valueStart);
    const rawValue = text.slice(valueStart, end);
    params.push({ name, value: isQuoted ? unquote(rawValue) : plainValue(name, rawValue) });
    position = end;
  }
  return params;
}

function skip(text: string, position: number, pattern: RegExp): number {
  pattern.lastIndex = position;
  return position + (pattern.exec(text)?.[0].length ?? 0);
}

/** Returns an unquoted value. In file names, parentheses are not comments. */
const plainValue = (name: string, rawValue: string): string =>
  (/^(file)?name/.test(name) ? rawValue : withoutComments(rawValue)).trim();

/**
 * Returns the end of an unquoted value, which is a semicolon or, if the semicolon is missing, the start of the next
 * parameter. An encoded word ends only at a semicolon.
 */
function endOfPlain(text: string, start: number): number {
  const semicolon = text.indexOf(';', start);
  const end = semicolon < 0 ? text.length : semicolon;
  const next = /\s[a-z][a-z0-9*-]*\s?=(?!\?)/i.exec(text.slice(start, end));
  return next && !text.startsWith('=?', start) ? start + next.index : end;
}

/** Returns the position after the closing quote. */
function endOfQuoted(text: string, start: number): number {
  let position = start + 1;
  while (position < text.length && text[position] !== '"') position += text[position] === '\\' ? 2 : 1;
  return Math.min(position + 1, text.length);
}

/** Removes the quotes. A backslash before a letter or digit belongs to an unescaped Windows path. */
const unquote = (quoted: string): string =>
  quoted
    .slice(1, quoted.endsWith('"') && quoted.length > 1 ? -1 : undefined)
    .replace(/\\([^A-Za-z0-9])/g, '$1');

const withoutComments = (text: string): string => text.replace(/\([^()]*\)/g, ' ');

/** The pieces of a value (RFC 2231 3), some of them percent-encoded. */
type Pieces = Map<number, Piece>;

interface Piece {
  value: string;
  isEncoded: boolean;
}

const extendedName = /^([^*]+)\*(?:(\d{1,4})(\*)?)?$/;

function assembleParameters(rawParameters: readonly RawParameter[]): Map<string, string> {
  const plain = new Map<string, string>();
  const extended = new Map<string, Pieces>();
  for (const { name, value } of rawParameters) {
    const [, base, index, star] = extendedName.exec(name) ?? [];
    if (base === undefined) {
      if (name !== '' && !plain.has(name)) plain.set(name, decodeWords(value));
      continue;
    }
    const pieces: Pieces = extended.get(base) ?? new Map<number, Piece>();
    extended.set(
      base,
      pieces.set(Number(index ?? 0), { value, isEncoded: index === undefined || star === '*' }),
    );
  }
  return new Map([...plain, ...[...extended].map(([name, pieces]) => [name, joinPieces(pieces)] as const)]);
}

function joinPieces(pieces: Pieces): string {
  const inOrder = [...pieces]
    .sort(([firstIndex], [secondIndex]) => firstIndex - secondIndex)
    .map(([, piece]) => piece);
  if (!inOrder.some(({ isEncoded }) => isEncoded))
    return decodeWords(inOrder.map(({ value }) => value).join(''));
  const [, charset, value] = /^([^']*)'[^']*'([^]*)$/.exec(inOrder[0]?.value ?? '') ?? [];
  const texts = inOrder.map((piece, index) => ({
    ...piece,
    value: index === 0 ? (value ?? piece.value) : piece.value,
  }));
  const bytes = Buffer.from(
    texts.map((piece) => (piece.isEncoded ? unescapeHex(piece.value, percentEscapes) : piece.value)).join(''),
    'latin1',
  );
  return charset ? decodeText(bytes, charset) : decodeUnlabeled(bytes);
}

const percentEscapes = /%([0-9a-f]{2})/gi;
