import { lineAt } from './lines';

const equals = 0x3d;
const space = 0x20;
const tab = 0x09;

/**
 * Decodes quoted-printable. An invalid escape is kept unchanged. An equals sign at the end of the text is a soft line
 * break, because the line break after the equals sign belongs to the delimiter of the part.
 */
export function decodeQuotedPrintable(encoded: Buffer): Buffer {
  const decoded = Buffer.allocUnsafe(encoded.length);
  let length = 0;
  for (let start = 0; start < encoded.length;) {
    const { end, next } = lineAt(encoded, start);
    const trimmedEnd = withoutTrailingBlanks(encoded, start, end);
    const isSoftBreak = trimmedEnd > start && encoded[trimmedEnd - 1] === equals;
    if (trimmedEnd > start)
      length = copyUnescaped(
        encoded.subarray(start, isSoftBreak ? trimmedEnd - 1 : trimmedEnd),
        decoded,
        length,
      );
    if (!isSoftBreak) length += encoded.copy(decoded, length, end, next);
    start = next;
  }
  return decoded.subarray(0, length);
}

/** Removes the blanks at the end of a line, which were added in transit (RFC 2045 6.7). */
function withoutTrailingBlanks(encoded: Buffer, start: number, end: number): number {
  let trimmedEnd = end;
  while (trimmedEnd > start && (encoded[trimmedEnd - 1] === space || encoded[trimmedEnd - 1] === tab))
    trimmedEnd -= 1;
  return trimmedEnd;
}

function copyUnescaped(line: Buffer, target: Buffer, start: number): number {
  let length = start;
  for (let index = 0; index < line.length; index += 1) {
    const byte = line[index] ?? 0;
    const escaped = byte === equals ? hexByte(line[index + 1], line[index + 2]) : undefined;
    target[length++] = escaped ?? byte;
    if (escaped !== undefined) index += 2;
  }
  return length;
}

/** Returns the byte that two hexadecimal digits represent. */
function hexByte(high: number | undefined, low: number | undefined): number | undefined {
  const [first, second] = [hexValue(high), hexValue(low)];
  return first === undefined || second === undefined ? undefined : first * 16 + second;
}

function hexValue(code: number | undefined): number | undefined {
  if (code === undefined) return undefined;
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  const upper = code & ~0x20;
  return upper >= 0x41 && upper <= 0x46 ? upper - 0x37 : undefined;
}
