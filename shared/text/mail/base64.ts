const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const padding = '='.charCodeAt(0);
const none = 255;

const valueOf = new Uint8Array(256).fill(none);
for (let value = 0; value < alphabet.length; value += 1) valueOf[alphabet.charCodeAt(value)] = value;

/**
 * Decodes base64 however it is wrapped. What is not of the alphabet is passed over. Text that was encoded in
 * pieces, each with its padding, is read to the end (Node's own decoder stops at the first), but not what a
 * server has written below it.
 */
export function decodeBase64(encoded: Buffer): Buffer {
  const end = encoded.indexOf(padding);
  if (end < 0) return decodeLetters(encoded);
  const first = decodeLetters(encoded.subarray(0, end));
  const rest = encodedLines(encoded.toString('latin1', end).replace(/^=+/, ''));
  return rest === '' ? first : Buffer.concat([first, decodeLetters(Buffer.from(rest))]);
}

const encodedLines = (text: string): string =>
  text
    .split(/[\r\n]+/)
    .filter((line) => line.length % 4 === 0 && /^[A-Za-z0-9+/=]+$/.test(line))
    .join('\n');

function decodeLetters(encoded: Buffer): Buffer {
  const decoded = Buffer.allocUnsafe(Math.ceil((encoded.length * 3) / 4));
  let length = 0;
  let bits = 0;
  let held = 0;
  for (let at = 0; at < encoded.length; at += 1) {
    const byte = encoded[at] ?? 0;
    const value = valueOf[byte] ?? none;
    if (byte === padding) held = 0;
    if (value === none) continue;
    bits = ((bits << 6) | value) & 0xffff;
    held += 6;
    if (held < 8) continue;
    held -= 8;
    decoded[length++] = (bits >> held) & 0xff;
  }
  return decoded.subarray(0, length);
}
