import fc from 'fast-check';
import { storePayload, readPayload } from '../../../shared/domain/platform/webhooks/stored-payload';

test('a body of up to 2,000 bytes is stored inline and read unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 200 }), async (body) => {
      fc.pre(Buffer.byteLength(body) <= 2_000);
      const storedPayload = await storePayload('workspace', 'event', body);

      expect(storedPayload).toEqual({ payload: body });
      expect(await readPayload(storedPayload)).toBe(body);
    }),
  );
});

test('the limit for inline storage counts bytes instead of characters', async () => {
  const body = 'ü'.repeat(1_000);

  expect(await storePayload('workspace', 'event', body)).toEqual({ payload: body });
});

test('an empty body is stored and read', async () => {
  expect(await readPayload({ payload: '' })).toBe('');
});
