import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { signatureHeader } from '../../../shared/domain/platform/webhooks/sign';

test('a signature that was worked out by hand', () => {
  // printf '1700000000.{"type":"send"}' | openssl dgst -sha256 -hmac whsec_test
  expect(signatureHeader('{"type":"send"}', 'whsec_test', 1_700_000_000)).toBe(
    't=1700000000,v1=4ea9700cb181e745ab347388d0f467a0ad1825d66d0c21d5c2634332997f72ef',
  );
});

test('is the HMAC of time, dot and body, whatever they are', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.string({ minLength: 1 }),
      fc.nat(4_000_000_000),
      (body, secret, at) => {
        const hmac = createHmac('sha256', secret)
          .update(Buffer.from(`${at}.${body}`, 'utf8'))
          .digest('hex');
        expect(signatureHeader(body, secret, at)).toBe(`t=${at},v1=${hmac}`);
      },
    ),
  );
});

test('another body, time or secret has another signature', () => {
  const signatures = [
    signatureHeader('{}', 'whsec_a', 1),
    signatureHeader('{} ', 'whsec_a', 1),
    signatureHeader('{}', 'whsec_b', 1),
    signatureHeader('{}', 'whsec_a', 2),
  ].map((header) => header.split('v1=')[1]);
  expect(new Set(signatures).size).toBe(4);
});
