import { isBreak, lineAt } from './lines';

/** A raw header field: unfolded and trimmed, one character for each byte. */
export interface Field {
  /** In lowercase. */
  name: string;
  /** The name in the sender's letter case. */
  writtenName: string;
  bytes: string;
}

export interface HeaderBlock {
  fields: readonly Field[];
  bodyStart: number;
}

/**
 * The maximum size of the header block. The parser reads text beyond this size as body, because no real header block is
 * that large.
 */
const blockBytesMax = 1_000_000;
const fieldsMax = 2_000;

/**
 * Reads the header block at `start`. The block ends at a blank line, or before a line that belongs to the enclosing
 * part. Without a blank line, the block ends at the first text that does not look like a header.
 */
export function readHeaderBlock(
  raw: Buffer,
  start: number,
  isOutside: (lineStart: number) => boolean = () => false,
): HeaderBlock {
  const ranges: FieldRange[] = [];
  /** The start of the first line that follows the last header and is not a header. */
  let strayStart: number | undefined;
  let position = start;
  while (position < Math.min(raw.length, start + blockBytesMax) && !isOutside(position)) {
    const line = lineAt(raw, position);
    if (line.end === position) return { fields: fieldsOf(raw, ranges), bodyStart: strayStart ?? line.next };
    const last = ranges.at(-1);
    if (isFolded(raw, position) && last) {
      if (strayStart === undefined) last.end = line.end;
    } else if (isHeader(raw, position, line.end, strayStart !== undefined)) {
      ranges.push({ start: position, end: line.end });
      strayStart = undefined;
    } else {
      strayStart ??= position;
      if (ranges.length === 0) break;
    }
    position = line.next;
  }
  return { fields: fieldsOf(raw, ranges), bodyStart: strayStart ?? position };
}

interface FieldRange {
  start: number;
  end: number;
}

const isFolded = (raw: Buffer, at: number): boolean => raw[at] === 0x20 || raw[at] === 0x09;

const headerStart = /^[!-9;-~]+[ \t]*:/;
/**
 * The start of a header that follows a line that is not a header. This pattern is stricter than `headerStart`, because
 * a URL or a quoted sentence with a colon must not match.
 */
const headerStartAfterStray = /^[A-Za-z][A-Za-z0-9-]*:[ \t]/;
const nameLengthMax = 200;

function isHeader(raw: Buffer, start: number, end: number, isAfterStray: boolean): boolean {
  const opening = raw.toString('latin1', start, Math.min(end, start + nameLengthMax));
  return (isAfterStray ? headerStartAfterStray : headerStart).test(opening);
}

const fieldsOf = (raw: Buffer, ranges: readonly FieldRange[]): Field[] =>
  ranges.slice(0, fieldsMax).map(({ start, end }) => fieldOf(raw.toString('latin1', start, end)));

function fieldOf(rawField: string): Field {
  const colon = rawField.indexOf(':');
  const writtenName = rawField.slice(0, colon).trim();
  return {
    name: writtenName.toLowerCase(),
    writtenName,
    bytes: trimBlanks(unfold(rawField.slice(colon + 1))),
  };
}

const unfold = (rawField: string): string => rawField.replace(/(?:\r{0,2}\n|\r)[ \t]?/g, ' ');

/** Removes only blanks. `trim` would also remove bytes that belong to multibyte characters. */
function trimBlanks(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text.charCodeAt(start))) start += 1;
  while (end > start && isBlank(text.charCodeAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

const isBlank = (code: number): boolean => code === 0x20 || code === 0x09;

/** Returns the bytes of the first field with this name that is not empty. */
export const firstField = (fields: readonly Field[], name: string): string | undefined =>
  fieldsNamed(fields, name).find((bytes) => bytes !== '');

export const fieldsNamed = (fields: readonly Field[], name: string): string[] =>
  fields.filter((field) => field.name === name).map(({ bytes }) => bytes);

/** Reads the headers of the email itself. */
export const readMailHeaders = (raw: Buffer): HeaderBlock => readHeaderBlock(raw, headersStart(raw));

/** Skips a byte order mark, blank lines and the `From ` line of mailbox files, which are not part of the email. */
function headersStart(raw: Buffer): number {
  let start = raw.subarray(0, 3).equals(byteOrderMark) ? 3 : 0;
  for (let position = start; isBlankByte(raw[position]); position += 1)
    if (isBreak(raw[position])) start = position + 1;
  if (/^>?From /.test(raw.toString('latin1', start, start + 6))) start = lineAt(raw, start).next;
  return start;
}

const isBlankByte = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x09 || isBreak(byte);

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);
