import { readFileSync } from 'node:fs';
import { useTable } from '../../db/support/use-table';
import type { DomainStatus } from '../../../shared/db/records/domains';

const db = useTable();

/** The module opens its client for the table that the environment names, as in a function. */
const importDueModule = () => import('../../../shared/domain/platform/domains/check-schedule');

const minuteMs = 60_000;

/** Stores domains whose next check is due. Each domain was last checked 100 ms after the previous domain. */
async function storeDomains(
  status: DomainStatus,
  count: number,
  { workspaceId = 'acme', minutesAgo = 60 } = {},
): Promise<string[]> {
  const { dueAfterCheck } = await importDueModule();
  const ids = Array.from({ length: count }, (_, index) => `${status}-${workspaceId}-${index}`);
  const checkedAt = Date.now() - minutesAgo * minuteMs;
  const domains = ids.map((id, index) => ({
    pk: 'D',
    sk: id,
    id,
    workspaceId,
    status,
    ...dueAfterCheck(status, checkedAt + index * 100),
  }));
  await db().putItems(domains);
  stored.push(...domains);
  return ids;
}

const listDueIds = async (countMax: number) =>
  (await (await importDueModule()).listDueDomains(countMax)).map(({ id }) => id);

let stored: { pk: string; sk: string }[] = [];

afterEach(async () => {
  await db().deleteItems(stored);
  stored = [];
});

test('a run checks a limited number of domains, first unverified domains and then those that were checked longest ago', async () => {
  const [pending, temporarilyFailed, verified] = [
    await storeDomains('pending', 3),
    await storeDomains('temporary_failure', 2),
    await storeDomains('verified', 12),
  ];
  await storeDomains('failed', 2);

  const run = await listDueIds(10);

  expect(run).toHaveLength(10);
  expect(run.slice(0, 5).sort()).toEqual([...pending, ...temporarilyFailed].sort());
  expect(run.slice(5)).toEqual(verified.slice(0, 5));
});

test('a fifth of a run is reserved for verified domains, regardless of the number of other due domains', async () => {
  await storeDomains('pending', 50);
  await storeDomains('verified', 12);

  const run = await listDueIds(10);

  const verified = run.map((id) => id.startsWith('verified'));
  expect(verified).toEqual([...Array(8).fill(false), ...Array(2).fill(true)]);
});

test.each(['pending', 'verified'] as const)(
  'thousands of due domains of one workspace do not delay those of others: %s',
  async (status) => {
    const backlog = await storeDomains(status, 3_000, { workspaceId: 'hog' });
    const [first, second] = [
      await storeDomains(status, 2, { workspaceId: 'first', minutesAgo: 20 }),
      await storeDomains(status, 1, { workspaceId: 'second', minutesAgo: 15 }),
    ];

    const run = await listDueIds(10);

    expect(run.slice(0, 5)).toEqual([backlog[0], first[0], second[0], backlog[1], first[1]]);
    expect(run.slice(5)).toEqual(backlog.slice(2, run.length - 3));
    expect(run.length).toBeGreaterThanOrEqual(8);
  },
);

test('docs/sending.md documents the number of domains above which the ten-minute interval grows', async () => {
  const { checksPerRun } = await importDueModule();
  const [, domainsText = '', exampleText = '', minutes = ''] =
    /up to ([\d,]+) verified domains.*?with ([\d,]+) it is every ([\d,]+) minutes/s.exec(
      readFileSync('docs/sending.md', 'utf8'),
    ) ?? [];
  const number = (text: string) => Number(text.replaceAll(',', ''));

  expect(number(domainsText)).toBe(10 * checksPerRun(1));
  expect(number(minutes)).toBe(number(exampleText) / checksPerRun(1));
});
