import { execFileSync } from 'node:child_process';
import type { ReplyRow } from '../../bench/conversation/reply';
import { bodyOf, isExact, replyCases, tokenF1 } from '../../bench/conversation/score-reply';
import { readReply } from '../../shared/text/reply/read-reply';
import known from './known/reply.json';

const corpusDir = process.env.CORPUS ?? '';
const cases = replyCases(corpusDir);
const reasons: Record<string, string> = known;

const replyOf = (scored: (typeof cases)[number]) => readReply(bodyOf(corpusDir, scored)).text;

describe('the reply is what the author of the case expects', () => {
  test.each(cases.map((scored) => [scored.id, scored] as const))('%s', (id, scored) => {
    const reply = replyOf(scored);

    expect({ isExact: isExact(scored, reply), reply }).toMatchObject({ isExact: !(id in reasons) });
  });

  test('every known failure is a case', () => {
    const ids = new Set(cases.map(({ id }) => id));

    expect(Object.keys(reasons).filter((id) => !ids.has(id))).toEqual([]);
  });
});

/** In a process of its own: one of the libraries does not load in Jest. */
function measuredRows(): ReplyRow[] {
  const script = `require('./bench/conversation/reply.ts').measureReply(process.argv[1])
    .then((rows) => process.stdout.write(JSON.stringify(rows)))`;
  const output = execFileSync(process.execPath, ['--import', 'tsx', '-e', script, corpusDir], {
    encoding: 'utf8',
  });
  return JSON.parse(output) as ReplyRow[];
}

describe('over all cases', () => {
  test('nine of ten that are no judgement call are exact, and 95 % of the words are right', () => {
    const replies = cases.map((scored) => ({ scored, reply: replyOf(scored) }));
    const hard = replies.filter(({ scored }) => !scored.soft);
    const f1 = replies.reduce((sum, { scored, reply }) => sum + tokenF1(scored, reply), 0) / replies.length;

    expect(hard.filter(({ scored, reply }) => isExact(scored, reply)).length / hard.length).toBeGreaterThan(
      0.95,
    );
    expect(f1).toBeGreaterThan(0.97);
  });

  test('no source is read worse than by the libraries that others use', () => {
    const rows = measuredRows();
    const ours = rows.filter(({ reader }) => reader === 'ours');
    const better = (row: ReplyRow, than: ReplyRow) => row.exact > than.exact || row.tokenF1 > than.tokenF1;

    expect(ours.length).toBeGreaterThan(1);
    expect(rows.filter((row) => ours.some((own) => own.source === row.source && better(row, own)))).toEqual(
      [],
    );
  });
});
