import { execFileSync } from 'node:child_process';
import type { ReplyRow } from '../../bench/conversation/reply';
import { bodyOf, isExact, replyCases, tokenF1 } from '../../bench/conversation/score-reply';
import { readReply } from '../../shared/text/reply/read-reply';
import known from './known/reply.json';

const corpusDir = process.env.CORPUS ?? '';
const cases = replyCases(corpusDir);
const reasons: Record<string, string> = known;

const replyOf = (replyCase: (typeof cases)[number]) => readReply(bodyOf(corpusDir, replyCase)).text;

describe('the extracted reply matches the corpus', () => {
  test.each(cases.map((replyCase) => [replyCase.id, replyCase] as const))('%s', (id, replyCase) => {
    const reply = replyOf(replyCase);

    expect({ isExact: isExact(replyCase, reply), reply }).toMatchObject({ isExact: !(id in reasons) });
  });

  test('every known failure is a case of the corpus', () => {
    const ids = new Set(cases.map(({ id }) => id));

    expect(Object.keys(reasons).filter((id) => !ids.has(id))).toEqual([]);
  });
});

/** Measures the replies in a separate process, because one of the libraries does not load in Jest. */
function measureReplies(): ReplyRow[] {
  const script = `const { measureReply } = require('./bench/conversation/reply.ts');
    process.stdout.write(JSON.stringify(measureReply(process.argv[1])));`;
  const output = execFileSync(process.execPath, ['--import', 'tsx', '-e', script, corpusDir], {
    encoding: 'utf8',
  });
  return JSON.parse(output) as ReplyRow[];
}

describe('over all cases', () => {
  test('more than 95 % of the unambiguous cases are exact, and the mean token F1 score is above 0.97', () => {
    const replies = cases.map((replyCase) => ({ scored: replyCase, reply: replyOf(replyCase) }));
    const unambiguousCases = replies.filter(({ scored: replyCase }) => !replyCase.soft);
    const f1 =
      replies.reduce((sum, { scored: replyCase, reply }) => sum + tokenF1(replyCase, reply), 0) /
      replies.length;

    expect(
      unambiguousCases.filter(({ scored: replyCase, reply }) => isExact(replyCase, reply)).length /
        unambiguousCases.length,
    ).toBeGreaterThan(0.95);
    expect(f1).toBeGreaterThan(0.97);
  });

  test('no other library has more exact replies or a higher token F1 score on any corpus source', () => {
    const rows = measureReplies();
    const ownRows = rows.filter(({ reader }) => reader === 'ours');
    const isBetter = (row: ReplyRow, reference: ReplyRow) =>
      row.exact > reference.exact || row.tokenF1 > reference.tokenF1;

    expect(ownRows.length).toBeGreaterThan(1);
    expect(
      rows.filter((row) => ownRows.some((ownRow) => ownRow.source === row.source && isBetter(row, ownRow))),
    ).toEqual([]);
  });
});
