const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The number of digits that 32 bytes need in base 62: 62 to the power of 43 exceeds every number of 32 bytes. */
const digitsOf32Bytes = 43;

/** Encodes 32 bytes as a number with 43 digits in base 62, so that every secret is equally likely. */
export function base62(bytes: Uint8Array): string {
  let rest = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  let text = '';
  while (text.length < digitsOf32Bytes) {
    text = digits.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return text;
}
