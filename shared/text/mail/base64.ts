import { lineAt } from './lines';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const padding = '='.charCodeAt(0);
const invalid = 255;

const sextets = new Uint8Array(256).fill(invalid);
for (let value = 0; value < alphabet.length; value += 1) sextets[alphabet.charCodeAt(value)] = value;

/**
 * Decodes base64 with any line length and ignores characters outside the alphabet. Also decodes text that was encoded
 * in pieces, each with padding. Node's decoder would stop after the first piece. Ignores text that a server appended.
 */
export function decodeBase64(encoded: Buffer): Buffer {
  const decoded = Buffer.allocUnsafe(Math.ceil((encoded.length * 3) / 4));
  const firstEnd = encoded.indexOf(padding);
  if (firstEnd < 0) return decoded.subarray(0, decodeInto(decoded, 0, encoded));
  let length = decodeInto(decoded, 0, encoded.subarray(0, firstEnd));
  let start = firstEnd;
  while (encoded[start] === padding) start += 1;
  while (start < encoded.length) {
    const { end, next } = lineAt(encoded, start);
    const line = encoded.subarray(start, end);
    if (isEncoded(line)) length = decodeInto(decoded, length, line);
    start = next;
  }
  return decoded.subarray(0, length);
}

const isEncoded = (line: Buffer): boolean =>
  line.length % 4 === 0 && line.every((byte) => sextets[byte] !== invalid || byte === padding);

function decodeInto(decoded: Buffer, start: number, encoded: Buffer): number {
  let length = start;
  let bits = 0;
  let heldBits = 0;
  for (const byte of encoded) {
    const value = sextets[byte] ?? invalid;
    if (byte === padding) heldBits = 0;
    if (value === invalid) continue;
    bits = ((bits << 6) | value) & 0xffff;
    heldBits += 6;
    if (heldBits < 8) continue;
    heldBits -= 8;
    decoded[length++] = (bits >> heldBits) & 0xff;
  }
  return length;
}
