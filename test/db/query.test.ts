import { inIndex, inPartition, type Query, type Range } from '../../shared/db/query';
import { aPartition, theTable } from './support/the-table';

const db = theTable();

const found = async (query: Query) => (await db().queryAll<object>(query)).map(({ sk }) => sk);

describe('inPartition', () => {
  const pk = aPartition();

  beforeAll(async () => {
    const others = [{ pk: `${pk}#more`, sk: 'B1' }];
    await db().putItems([...['A1', 'A2', 'B1', 'B2', 'C1'].map((sk) => ({ pk, sk })), ...others]);
  });

  const ranges: [name: string, range: Range, expected: string[]][] = [
    ['all of it', {}, ['A1', 'A2', 'B1', 'B2', 'C1']],
    ['all of it, last first', { lastFirst: true }, ['C1', 'B2', 'B1', 'A2', 'A1']],
    ['before: without its edge', { before: 'B1' }, ['A1', 'A2']],
    ['before, last first', { before: 'B2', lastFirst: true }, ['B1', 'A2', 'A1']],
    ['before nothing: all of it', { before: undefined }, ['A1', 'A2', 'B1', 'B2', 'C1']],
    ['upTo: with its edge', { upTo: 'B1' }, ['A1', 'A2', 'B1']],
    ['beginning', { beginning: 'B' }, ['B1', 'B2']],
    ['between: with both edges', { between: ['A2', 'B2'] }, ['A2', 'B1', 'B2']],
    ['a page at a time, and still all of it', { pageSize: 2 }, ['A1', 'A2', 'B1', 'B2', 'C1']],
  ];

  test.each(ranges)('%s', async (_name, range, expected) => {
    expect(await found(inPartition(pk, range))).toEqual(expected);
  });

  test('a page has so many records', async () => {
    const { items, lastKey } = await db().queryPage<object>(
      inPartition(pk, { pageSize: 2, lastFirst: true }),
    );

    expect(items.map(({ sk }) => sk)).toEqual(['C1', 'B2']);
    expect(lastKey).toEqual({ pk, sk: 'B2' });
  });
});

describe('inIndex', () => {
  test('byStatus gives what has the status, by its sort key', async () => {
    const pk = aPartition();
    const having = (status: string) => (sk: string) => ({ pk, sk, statusKey: `${pk}#${status}` });
    await db().putItems([...['B', 'A'].map(having('bounced')), having('failed')('C'), { pk, sk: 'D' }]);

    expect(await found(inIndex('byStatus', `${pk}#bounced`))).toEqual(['A', 'B']);
    expect(await found(inIndex('byStatus', `${pk}#bounced`, { before: 'B' }))).toEqual(['A']);
  });

  const byTime = [
    ['byDue', 'dueKey', 'dueAt'],
    ['byTime', 'timeKey', 'timeAt'],
    ['byWaiting', 'waitingKey', 'waitingAt'],
  ] as const;

  test.each(byTime)('%s gives what has its key, by time', async (index, group, sort) => {
    const pk = aPartition();
    const at = (sk: string, time: string) => ({ pk, sk, [group]: pk, [sort]: time });
    const others = [
      { pk, sk: 'without' },
      { ...at('elsewhere', '2026-01-01'), [group]: `${pk}#more` },
    ];
    await db().putItems([
      at('mid', '2026-03-01'),
      at('early', '2026-01-01'),
      at('late', '2026-09-01'),
      ...others,
    ]);

    expect(await found(inIndex(index, pk))).toEqual(['early', 'mid', 'late']);
    expect(await found(inIndex(index, pk, { upTo: '2026-03-01' }))).toEqual(['early', 'mid']);
    expect(await found(inIndex(index, pk, { before: '2026-03-01' }))).toEqual(['early']);
    expect(await found(inIndex(index, pk, { lastFirst: true, pageSize: 1 }))).toEqual([
      'late',
      'mid',
      'early',
    ]);
  });

  test('an index holds all of each record, and lets go of what loses its key', async () => {
    const record = { pk: aPartition(), sk: 'A', subject: 'rare', statusKey: aPartition() };
    await db().putItem(record);

    expect(await db().queryAll(inIndex('byStatus', record.statusKey))).toEqual([record]);

    await db().updateItem(record, { remove: ['statusKey'] });
    expect(await found(inIndex('byStatus', record.statusKey))).toEqual([]);
    expect(await db().getItem({ pk: record.pk, sk: 'A' })).toEqual({
      pk: record.pk,
      sk: 'A',
      subject: 'rare',
    });
  });
});
