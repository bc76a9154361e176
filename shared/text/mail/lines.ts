const lineFeed = 0x0a;
const carriageReturn = 0x0d;

export interface Line {
  /** The position after the last character of the line. */
  end: number;
  /** The start of the next line. */
  next: number;
}

/**
 * Returns the line that starts at `start`. A line ends with CRLF, LF, CR or CR CR LF. CR CR LF is the result of
 * converting line ends twice.
 */
export function lineAt(raw: Buffer, start: number): Line {
  let end = start;
  while (end < raw.length && !isBreak(raw[end])) end += 1;
  return { end, next: end + breakLength(raw, end) };
}

export const isBreak = (byte: number | undefined): boolean => byte === lineFeed || byte === carriageReturn;

function breakLength(raw: Buffer, at: number): number {
  if (at >= raw.length) return 0;
  if (raw[at] === lineFeed) return 1;
  if (raw[at + 1] === lineFeed) return 2;
  return raw[at + 1] === carriageReturn && raw[at + 2] === lineFeed ? 3 : 1;
}

/**
 * Returns the end of the text before this line, without its line break, because the line break before a delimiter is
 * part of the delimiter.
 */
export function endBefore(raw: Buffer, lineStart: number): number {
  if (raw[lineStart - 1] !== lineFeed)
    return raw[lineStart - 1] === carriageReturn ? lineStart - 1 : lineStart;
  return raw[lineStart - 2] === carriageReturn ? lineStart - 2 : lineStart - 1;
}
