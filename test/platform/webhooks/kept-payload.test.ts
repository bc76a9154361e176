import fc from 'fast-check';
import { keepPayload, readPayload } from '../../../shared/domain/platform/webhooks/kept-payload';

test('a body of up to 2,000 bytes is kept as it is, and read as it was', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 200 }), async (body) => {
      fc.pre(Buffer.byteLength(body) <= 2_000);
      const kept = await keepPayload('workspace', 'event', body);

      expect(kept).toEqual({ payload: body });
      expect(await readPayload(kept)).toBe(body);
    }),
  );
});

test('bytes decide, not characters: the last body that is kept so', async () => {
  const body = 'ü'.repeat(1_000);

  expect(await keepPayload('workspace', 'event', body)).toEqual({ payload: body });
});

test('an empty body is a body', async () => {
  expect(await readPayload({ payload: '' })).toBe('');
});
