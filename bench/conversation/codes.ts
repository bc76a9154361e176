import { extractCodesAndLinks } from '../../shared/text/extract-codes.lazy';
import { readReply } from '../../shared/text/reply/read-reply';
import { corpusMails, type CorpusMail } from '../../test/text/codes-and-links/corpus';
import { count, type Table } from '../table';

/** How well the one-time codes of some messages are found. */
export interface CodeScore {
  mails: number;
  expected: number;
  found: number;
  correct: number;
}

/** Measures how well the service finds one-time codes in our corpus, by language. */
export function measureCodes(): Promise<Table[]> {
  const mails = corpusMails();
  const started = performance.now();
  const scores = new Map(
    [...new Set(mails.map(({ language }) => language))]
      .sort()
      .map((language) => [language, scoreOf(mails.filter((mail) => mail.language === language))]),
  );
  const msPerMail = (performance.now() - started) / mails.length;
  return Promise.resolve([
    {
      id: 'codes',
      title: `One-time codes by language, ${msPerMail.toFixed(1)} ms per message`,
      head: ['language', 'messages', 'one-time codes', 'recall', 'precision'],
      rows: [...scores, ['all', sum([...scores.values()])] as const].map(([language, score]) => [
        language,
        count(score.mails),
        count(score.expected),
        percent(recallOf(score)),
        percent(precisionOf(score)),
      ]),
    },
  ]);
}

export const scoreOf = (mails: readonly CorpusMail[]): CodeScore =>
  sum(
    mails.map((mail) => {
      const found = oneTimeCodesOf(mail);
      const { otp } = mail.expected;
      return {
        mails: 1,
        expected: otp.length,
        found: found.length,
        correct: found.filter((value) => otp.includes(value)).length,
      };
    }),
  );

/** Every one-time code counts, even with a low confidence. */
export function oneTimeCodesOf({ subject, text: plain, html }: CorpusMail): string[] {
  const { text, rawText } = readReply({ subject, text: plain, html });
  return extractCodesAndLinks({ subject, text, rawText, html })
    .codes.filter(({ kind }) => kind === 'otp')
    .map(({ value }) => value);
}

/** The share of the expected codes that were found. */
export const recallOf = ({ correct, expected }: CodeScore): number =>
  expected === 0 ? 1 : correct / expected;

/** The share of the found codes that were expected. */
export const precisionOf = ({ correct, found }: CodeScore): number => (found === 0 ? 1 : correct / found);

const sum = (scores: readonly CodeScore[]): CodeScore =>
  scores.reduce(
    (total, score) => ({
      mails: total.mails + score.mails,
      expected: total.expected + score.expected,
      found: total.found + score.found,
      correct: total.correct + score.correct,
    }),
    { mails: 0, expected: 0, found: 0, correct: 0 },
  );

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
