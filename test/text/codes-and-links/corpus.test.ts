import { oneTimeCodesOf, precisionOf, recallOf, scoreOf } from '../../../bench/conversation/codes';
import { corpusMails } from './corpus';

const mails = corpusMails();
const written = mails.filter(({ name }) => !name.endsWith('as HTML'));

test('the corpus has at least 300 messages in at least 15 languages, a third of them without one-time codes', () => {
  const withoutCodes = written.filter(({ expected }) => expected.otp.length === 0);

  expect(written.length).toBeGreaterThanOrEqual(300);
  expect(new Set(written.map(({ language }) => language)).size).toBeGreaterThanOrEqual(15);
  expect(withoutCodes.length).toBeGreaterThanOrEqual(written.length / 3);
});

// IN-37
test('at least 98 % of the one-time codes are found, and at least 98 % of those found are one-time codes', () => {
  const score = scoreOf(mails);
  const wrong = mails
    .map((mail) => ({ name: mail.name, found: oneTimeCodesOf(mail), expected: mail.expected.otp }))
    .filter(({ found, expected }) => found.toSorted().join() !== [...expected].sort().join());

  expect({ wrong, isRecalled: recallOf(score) >= 0.98, isPrecise: precisionOf(score) >= 0.98 }).toEqual({
    wrong: expect.any(Array),
    isRecalled: true,
    isPrecise: true,
  });
});
