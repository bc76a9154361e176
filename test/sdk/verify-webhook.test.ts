import * as fc from 'fast-check';
import {
  verifyWebhook,
  WebhookVerificationError,
  type WebhookRequest,
} from '../../packages/sdk/src/webhooks';
import { signatureHeader } from '../../shared/domain/platform/webhooks/sign';

const secret = 'whsec_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG';
const otherSecret = `${secret.slice(0, -1)}H`;
const signedAt = 1_795_290_743;
const event = { type: 'delivery', message_id: '01a1ffaa-ae03-7dd5-9f0e-179d12db7f04', link: null };

/** Returns a request that is signed as the service does and received in the same second. */
const aRequest = (overrides: Partial<WebhookRequest> = {}): WebhookRequest => {
  const body = overrides.body ?? JSON.stringify(event);
  const signature = signatureHeader(Buffer.from(body).toString(), secret, signedAt);
  return { body, signature, secret, now: signedAt * 1000, ...overrides };
};

/** Returns the reason for the refusal, or undefined if the request is accepted. */
async function refusalOf(request: WebhookRequest): Promise<string | undefined> {
  try {
    await verifyWebhook(request);
    return undefined;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.reason;
    throw error;
  }
}

test('a request signed by the service is verified and parsed', async () => {
  expect(await verifyWebhook(aRequest())).toEqual(event);
});

test('a body of bytes is verified like a body of text, for any content', () => {
  return fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary' }), async (subject) => {
      const body = JSON.stringify({ ...event, subject });
      const bytes = new Uint8Array(Buffer.from(body));

      expect(await verifyWebhook(aRequest({ body }))).toEqual({ ...event, subject });
      expect(await verifyWebhook(aRequest({ body: bytes }))).toEqual({ ...event, subject });
    }),
  );
});

test('a body with one changed byte is refused', () => {
  const body = Buffer.from(JSON.stringify({ ...event, subject: 'Grüße 🦊' }));
  const { signature } = aRequest({ body });

  return fc.assert(
    fc.asyncProperty(
      fc.nat(body.length - 1),
      fc.integer({ min: 1, max: 255 }),
      async (position, difference) => {
        const tampered = Uint8Array.from(body, (byte, index) =>
          index === position ? byte ^ difference : byte,
        );

        expect(await refusalOf(aRequest({ body: tampered, signature }))).toBe('wrong_signature');
      },
    ),
  );
});

test('re-serialized JSON is refused unless it is identical', async () => {
  const body = '{ "type": "delivery" }';
  const { signature } = aRequest({ body });

  expect(await refusalOf(aRequest({ body: JSON.stringify(JSON.parse(body)), signature }))).toBe(
    'wrong_signature',
  );
});

test('a signature with one changed digit is refused', () => {
  const { signature } = aRequest();
  const digits = String(signature).split('v1=')[1] ?? '';

  return fc.assert(
    fc.asyncProperty(fc.nat(63), fc.integer({ min: 1, max: 15 }), async (position, difference) => {
      const digit = (Number.parseInt(digits.charAt(position), 16) ^ difference).toString(16);
      const tampered = `t=${signedAt},v1=${digits.slice(0, position)}${digit}${digits.slice(position + 1)}`;

      expect(await refusalOf(aRequest({ signature: tampered }))).toBe('wrong_signature');
    }),
  );
});

test('a changed timestamp is refused as a wrong signature, even if the timestamp is the current time', () => {
  const digits = String(aRequest().signature).split('v1=')[1];

  return fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 2_000_000_000 }), async (timestamp) => {
      fc.pre(timestamp !== signedAt);

      expect(
        await refusalOf(aRequest({ signature: `t=${timestamp},v1=${digits}`, now: timestamp * 1000 })),
      ).toBe('wrong_signature');
    }),
  );
});

test('the secret of another endpoint does not verify the signature', async () => {
  expect(await refusalOf(aRequest({ secret: otherSecret }))).toBe('wrong_signature');
});

test.each([
  [-301, 'in_the_future'],
  [-300, undefined],
  [0, undefined],
  [300, undefined],
  [301, 'too_old'],
])('a request that is received %d seconds after signing has the refusal %s', async (seconds, refusal) => {
  expect(await refusalOf(aRequest({ now: (signedAt + seconds) * 1000 }))).toBe(refusal);
});

test('the tolerance is exact to the second', () => {
  return fc.assert(
    fc.asyncProperty(
      fc.nat(100_000),
      fc.integer({ min: -100_000, max: 100_000 }),
      async (toleranceSeconds, age) => {
        const refusal = await refusalOf(aRequest({ toleranceSeconds, now: (signedAt + age) * 1000 }));

        expect(refusal !== undefined).toBe(Math.abs(age) > toleranceSeconds);
      },
    ),
  );
});

test('a tolerance that is not a number is treated as zero', async () => {
  expect(await refusalOf(aRequest({ toleranceSeconds: Number.NaN }))).toBe('too_old');
});

test('an old request with a wrong signature is refused because of its signature instead of its age', async () => {
  const request = aRequest({ secret: otherSecret, now: (signedAt + 10_000) * 1000 });

  expect(await refusalOf(request)).toBe('wrong_signature');
});

const digits = '0'.repeat(64);

test.each<[WebhookRequest['signature'], string]>([
  [undefined, 'no_signature'],
  [null, 'no_signature'],
  ['', 'no_signature'],
  [' ', 'no_signature'],
  [[], 'no_signature'],
  ['nonsense', 'malformed_signature'],
  [`v1=${digits}`, 'malformed_signature'],
  [`t=,v1=${digits}`, 'malformed_signature'],
  [`t=1.5,v1=${digits}`, 'malformed_signature'],
  [`t=-1,v1=${digits}`, 'malformed_signature'],
  [`t=1e9,v1=${digits}`, 'malformed_signature'],
  [`t=1,t=2,v1=${digits}`, 'malformed_signature'],
  [`t=${'9'.repeat(400)},v1=${digits}`, 'malformed_signature'],
  [`t=${signedAt}`, 'malformed_signature'],
  [`t=${signedAt},v1=`, 'malformed_signature'],
  [`t=${signedAt},v1=${digits.slice(1)}`, 'malformed_signature'],
  [`t=${signedAt},v1=${digits}0`, 'malformed_signature'],
  [`t=${signedAt},v1=${'é'.repeat(64)}`, 'malformed_signature'],
  [`t=${signedAt},v0=${digits}`, 'malformed_signature'],
  [`t=${signedAt},v1=${digits}`, 'wrong_signature'],
])('the header %j is refused: %s', async (signature, refusal) => {
  expect(await refusalOf(aRequest({ signature }))).toBe(refusal);
});

test('any invalid header is refused with a reason', () => {
  return fc.assert(
    fc.asyncProperty(fc.oneof(fc.string(), fc.string({ unit: 'binary' })), async (signature) => {
      expect(await refusalOf(aRequest({ signature }))).toMatch(/^(no|malformed|wrong)_signature$/);
    }),
  );
});

test('one of several signatures must be valid, and unknown header parts are ignored', async () => {
  const validSignature = String(aRequest().signature).split(',')[1];

  expect(
    await refusalOf(aRequest({ signature: `t=${signedAt},v1=${digits},${validSignature}` })),
  ).toBeUndefined();
  expect(await refusalOf(aRequest({ signature: `${validSignature}, v2=x, t=${signedAt}` }))).toBeUndefined();
  expect(await refusalOf(aRequest({ signature: [`t=${signedAt}`, `v1=${digits}`] }))).toBe('wrong_signature');
});

test('one of several secrets must be valid', async () => {
  expect(await refusalOf(aRequest({ secret: [otherSecret, secret] }))).toBeUndefined();
  expect(await refusalOf(aRequest({ secret: [otherSecret] }))).toBe('wrong_signature');
});

test.each([[''], ['undefined'], [[]], [[secret, '']]])(
  'the secret %j is a configuration error instead of a bad request',
  async (invalidSecret) => {
    await expect(verifyWebhook(aRequest({ secret: invalidSecret }))).rejects.toThrow(TypeError);
  },
);
