import fc from 'fast-check';
import { sha256Hex } from '../../../shared/domain/platform/api-keys/sha256';
import { generateApiKey } from '../../../shared/domain/platform/api-keys/secret';
import { base62 } from '../../../shared/text/base62';

const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 });

// K-2
test('a key is sk_live_ followed by 43 letters or digits', () => {
  const secret = generateApiKey();

  expect(secret).toMatch(/^sk_live_[0-9A-Za-z]{43}$/);
});

test('every key has the same length, for any bytes', () => {
  expect(base62(new Uint8Array(32))).toBe('0'.repeat(43));
  fc.assert(fc.property(bytes, (random) => base62(random).length === 43));
});

test('different bytes yield different keys in the same sort order', () => {
  fc.assert(
    fc.property(bytes, bytes, (first, second) => {
      expect(Math.sign(Buffer.compare(Buffer.from(base62(first)), Buffer.from(base62(second))))).toBe(
        Math.sign(Buffer.compare(first, second)),
      );
    }),
  );
});

test('the hash is the SHA-256 in hex', () => {
  expect(sha256Hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
