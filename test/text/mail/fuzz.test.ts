import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { parseMail } from '../../../shared/text/mail/parse-mail';
import { readAttachment } from '../../../shared/text/mail/read-attachment';
import { mutateMail, sampleIndexes } from '../../support/mutate-mail';
import { expectCpuMsAtMost } from '../../support/cpu-time';

const folder = join(__dirname, '..', '..', 'fixtures', 'eml');
const mails = readdirSync(folder).map((name) => readFileSync(join(folder, name)));

function expectReadable(raw: Buffer): void {
  let mail = parseMail(Buffer.alloc(0));
  expectCpuMsAtMost(() => (mail = parseMail(raw)), 1_000);

  expect(mail.headers.length).toBeLessThanOrEqual(2_000);
  for (const index of sampleIndexes(mail.attachments.length)) {
    const { content, ...attachment } = readAttachment(raw, index) ?? { content: Buffer.alloc(0) };

    expect(attachment).toEqual(mail.attachments[index]);
    expect(content).toHaveLength(mail.attachments[index]?.size ?? 0);
  }
  expect(readAttachment(raw, mail.attachments.length)).toBeUndefined();
}

test('a corrupted message is parsed', () => {
  const corruptedMails = fc
    .tuple(fc.constantFrom(...mails), fc.integer({ min: 0, max: 1_000_000 }))
    .map(([raw, seed]) => mutateMail(raw, seed));

  fc.assert(fc.property(corruptedMails, expectReadable), { numRuns: 400, seed: 5322 });
});

test('bytes that are not a message are parsed', () => {
  const bytes = fc.uint8Array({ maxLength: 2_000 }).map((array) => Buffer.from(array));

  fc.assert(fc.property(bytes, expectReadable), { numRuns: 200, seed: 2045 });
});

test('the same seed corrupts a message in the same way', () => {
  const [raw = Buffer.alloc(0)] = mails;

  expect(mutateMail(raw, 7)).toEqual(mutateMail(raw, 7));
  expect(mutateMail(raw, 7)).not.toEqual(mutateMail(raw, 8));
});
