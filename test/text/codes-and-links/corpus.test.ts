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
  const wrong = mails
    .filter((mail) => oneTimeCodesOf(mail).sort().join() !== [...mail.expected.otp].sort().join())
    .map(({ name }) => name);
  const score = scoreOf(mails);

  // The names of the wrong messages are only for the report of a failure.
  expect({ wrong, isEnough: recallOf(score) >= 0.98 && precisionOf(score) >= 0.98 }).toEqual({
    wrong,
    isEnough: true,
  });
});
