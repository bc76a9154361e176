import { lineAt } from './lines';

/** Decodes a uuencoded body from its `begin` line to its `end` line. A body without `begin` is returned unchanged. */
export function decodeUuencode(encoded: Buffer): Buffer {
  const begin = beginLine(encoded);
  if (begin === undefined) return encoded;
  const decoded = Buffer.alloc(encoded.length);
  let length = 0;
  for (let start = begin; start < encoded.length;) {
    const { end, next } = lineAt(encoded, start);
    if (isEnd(encoded, start, end)) break;
    length = decodeLine(encoded.subarray(start, end), decoded, length);
    start = next;
  }
  return decoded.subarray(0, length);
}

function beginLine(encoded: Buffer): number | undefined {
  for (let start = 0; start < encoded.length;) {
    const { next } = lineAt(encoded, start);
    if (encoded[start] === 0x62 && /^begin [0-7]{3,4} /.test(encoded.toString('latin1', start, start + 20)))
      return next;
    start = next;
  }
  return undefined;
}

/** Whether the line is the `end` line. Lines of content never start with a lowercase letter. */
const isEnd = (encoded: Buffer, start: number, end: number): boolean =>
  encoded[start] === 0x65 && encoded.toString('latin1', start, Math.min(end, start + 4)) === 'end';

/**
 * Decodes a line. The first character gives the number of bytes in the line. Each following group of four characters
 * encodes three bytes.
 */
function decodeLine(line: Buffer, target: Buffer, start: number): number {
  const count = Math.min(sixBits(line[0]), Math.floor((line.length * 3) / 4));
  for (let byte = 0; byte < count; byte += 1) {
    const at = 1 + Math.floor(byte / 3) * 4 + (byte % 3);
    const shift = (byte % 3) * 2 + 2;
    target[start + byte] = (sixBits(line[at]) << shift) | (sixBits(line[at + 1]) >> (6 - shift));
  }
  return start + count;
}

const sixBits = (code: number | undefined): number => ((code ?? 0x20) - 0x20) & 0x3f;
