import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { parseMail } from '../../../shared/text/mail/parse-mail';
import { readAttachment } from '../../../shared/text/mail/read-attachment';
import { mutate, someOf } from '../../support/mutate-mail';
import { expectCpuMs } from '../../support/cpu-time';

const folder = join(__dirname, '..', '..', 'fixtures', 'eml');
const mails = readdirSync(folder).map((name) => readFileSync(join(folder, name)));

function expectToBeRead(raw: Buffer): void {
  let mail = parseMail(Buffer.alloc(0));
  expectCpuMs(() => (mail = parseMail(raw)), 1_000);

  expect(mail.headers.length).toBeLessThanOrEqual(2_000);
  for (const index of someOf(mail.attachments.length)) {
    const { content, ...described } = readAttachment(raw, index) ?? { content: Buffer.alloc(0) };

    expect(described).toEqual(mail.attachments[index]);
    expect(content).toHaveLength(mail.attachments[index]?.size ?? 0);
  }
  expect(readAttachment(raw, mail.attachments.length)).toBeUndefined();
}

test('a mail that was broken on its way is read', () => {
  const broken = fc
    .tuple(fc.constantFrom(...mails), fc.integer({ min: 0, max: 1_000_000 }))
    .map(([raw, seed]) => mutate(raw, seed));

  fc.assert(fc.property(broken, expectToBeRead), { numRuns: 400, seed: 5322 });
});

test('bytes that are no mail are read', () => {
  const bytes = fc.uint8Array({ maxLength: 2_000 }).map((array) => Buffer.from(array));

  fc.assert(fc.property(bytes, expectToBeRead), { numRuns: 200, seed: 2045 });
});

test('the same seed breaks a mail in the same way', () => {
  const [raw = Buffer.alloc(0)] = mails;

  expect(mutate(raw, 7)).toEqual(mutate(raw, 7));
  expect(mutate(raw, 7)).not.toEqual(mutate(raw, 8));
});
