import { readFileSync } from 'node:fs';
import { theTable } from '../../db/support/the-table';
import type { DomainStatus } from '../../../shared/db/records/domains';

const db = theTable();

/** Opened with the table that the environment names, as in a function. */
const due = () => import('../../../shared/domain/platform/domains/due');

const minuteMs = 60_000;

/** Checked so long ago that it is due, each a second after the one before it. */
async function store(status: DomainStatus, count: number): Promise<string[]> {
  const { dueAfterCheck } = await due();
  const ids = Array.from({ length: count }, (_, at) => `${status}-${at}`);
  const checkedAt = Date.now() - 60 * minuteMs;
  await db().putItems(
    ids.map((id, at) => ({ pk: 'D', sk: id, id, status, ...dueAfterCheck(status, checkedAt + at * 1_000) })),
  );
  return ids;
}

const idsOfRun = async (countMax: number) => (await (await due()).dueDomains(countMax)).map(({ id }) => id);

test('a run looks at so many at most: those that wait come first, then verified ones, longest waiting first', async () => {
  const [pending, doubted, verified] = [
    await store('pending', 3),
    await store('temporary_failure', 2),
    await store('verified', 12),
  ];
  await store('failed', 2);

  const run = await idsOfRun(10);

  expect(run).toHaveLength(10);
  expect(run.slice(0, 5).sort()).toEqual([...pending, ...doubted].sort());
  expect(run.slice(5)).toEqual(verified.slice(0, 5));
});

test('a fifth of a run is left to verified ones, however many wait', async () => {
  await store('pending', 50);

  const run = await idsOfRun(10);

  const verified = run.map((id) => id.startsWith('verified'));
  expect(verified).toEqual([...Array(8).fill(false), ...Array(2).fill(true)]);
});

test('docs/sending.md says from how many verified domains on the ten minutes stretch', async () => {
  const { checksPerRun } = await due();
  const [, said = '', many = '', minutes = ''] =
    /up to ([\d,]+) verified domains.*?with ([\d,]+) it is every ([\d,]+) minutes/s.exec(
      readFileSync('docs/sending.md', 'utf8'),
    ) ?? [];
  const number = (text: string) => Number(text.replaceAll(',', ''));

  expect(number(said)).toBe(10 * checksPerRun(1));
  expect(number(minutes)).toBe(number(many) / checksPerRun(1));
});
