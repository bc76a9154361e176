import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { signatureHeader } from '../../../shared/domain/platform/webhooks/sign';

// W-20
test('the signature matches a signature that openssl computed', () => {
  // printf '1700000000.{"type":"send"}' | openssl dgst -sha256 -hmac whsec_test
  expect(signatureHeader('{"type":"send"}', 'whsec_test', 1_700_000_000)).toBe(
    't=1700000000,v1=4ea9700cb181e745ab347388d0f467a0ad1825d66d0c21d5c2634332997f72ef',
  );
});

// W-20
test('the signature is the HMAC of the timestamp, a dot and the body', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.string({ minLength: 1 }),
      fc.nat(4_000_000_000),
      (body, secret, timestamp) => {
        const hmac = createHmac('sha256', secret)
          .update(Buffer.from(`${timestamp}.${body}`, 'utf8'))
          .digest('hex');
        expect(signatureHeader(body, secret, timestamp)).toBe(`t=${timestamp},v1=${hmac}`);
      },
    ),
  );
});

test('a different body, timestamp or secret yields a different signature', () => {
  const signatures = [
    signatureHeader('{}', 'whsec_a', 1),
    signatureHeader('{} ', 'whsec_a', 1),
    signatureHeader('{}', 'whsec_b', 1),
    signatureHeader('{}', 'whsec_a', 2),
  ].map((header) => header.split('v1=')[1]);
  expect(new Set(signatures).size).toBe(4);
});
