import { indexQuery, partitionQuery, type Query, type SortKeyRange } from '../../shared/db/query';
import { aPartition, useTable } from './support/use-table';

const db = useTable();

const querySortKeys = async (query: Query) => (await db().queryAll<object>(query)).map(({ sk }) => sk);

describe('inPartition', () => {
  const pk = aPartition();

  beforeAll(async () => {
    const otherRecords = [{ pk: `${pk}#more`, sk: 'B1' }];
    await db().putItems([...['A1', 'A2', 'B1', 'B2', 'C1'].map((sk) => ({ pk, sk })), ...otherRecords]);
  });

  const ranges: [name: string, range: SortKeyRange, expected: string[]][] = [
    ['returns the whole partition', {}, ['A1', 'A2', 'B1', 'B2', 'C1']],
    ['returns the whole partition in descending order', { descending: true }, ['C1', 'B2', 'B1', 'A2', 'A1']],
    ['excludes the value of `before`', { before: 'B1' }, ['A1', 'A2']],
    ['supports `before` in descending order', { before: 'B2', descending: true }, ['B1', 'A2', 'A1']],
    [
      'returns the whole partition if `before` is undefined',
      { before: undefined },
      ['A1', 'A2', 'B1', 'B2', 'C1'],
    ],
    ['includes the value of `upTo`', { upTo: 'B1' }, ['A1', 'A2', 'B1']],
    ['returns the sort keys with a prefix', { beginsWith: 'B' }, ['B1', 'B2']],
    ['includes both values of `between`', { between: ['A2', 'B2'] }, ['A2', 'B1', 'B2']],
    ['returns the whole partition in pages', { pageSize: 2 }, ['A1', 'A2', 'B1', 'B2', 'C1']],
  ];

  test.each(ranges)('%s', async (_name, range, expected) => {
    expect(await querySortKeys(partitionQuery(pk, range))).toEqual(expected);
  });

  test('returns pages of the given size', async () => {
    const { items, lastKey } = await db().queryPage<object>(
      partitionQuery(pk, { pageSize: 2, descending: true }),
    );

    expect(items.map(({ sk }) => sk)).toEqual(['C1', 'B2']);
    expect(lastKey).toEqual({ pk, sk: 'B2' });
  });
});

describe('inIndex', () => {
  test('byStatus returns records with the status, in the order of the sort key', async () => {
    const pk = aPartition();
    const withStatus = (status: string) => (sk: string) => ({ pk, sk, statusKey: `${pk}#${status}` });
    await db().putItems([
      ...['B', 'A'].map(withStatus('bounced')),
      withStatus('failed')('C'),
      { pk, sk: 'D' },
    ]);

    expect(await querySortKeys(indexQuery('byStatus', `${pk}#bounced`))).toEqual(['A', 'B']);
    expect(await querySortKeys(indexQuery('byStatus', `${pk}#bounced`, { before: 'B' }))).toEqual(['A']);
  });

  const byTime = [
    ['byDue', 'dueKey', 'dueAt'],
    ['byTime', 'timeKey', 'timeAt'],
    ['byWaiting', 'waitingKey', 'waitingAt'],
  ] as const;

  test.each(byTime)(
    '%s returns the records with the index key, in chronological order',
    async (index, keyAttribute, sort) => {
      const pk = aPartition();
      const recordAt = (sk: string, time: string) => ({ pk, sk, [keyAttribute]: pk, [sort]: time });
      const otherRecords = [
        { pk, sk: 'without' },
        { ...recordAt('elsewhere', '2026-01-01'), [keyAttribute]: `${pk}#more` },
      ];
      await db().putItems([
        recordAt('mid', '2026-03-01'),
        recordAt('early', '2026-01-01'),
        recordAt('late', '2026-09-01'),
        ...otherRecords,
      ]);

      expect(await querySortKeys(indexQuery(index, pk))).toEqual(['early', 'mid', 'late']);
      expect(await querySortKeys(indexQuery(index, pk, { upTo: '2026-03-01' }))).toEqual(['early', 'mid']);
      expect(await querySortKeys(indexQuery(index, pk, { before: '2026-03-01' }))).toEqual(['early']);
      expect(await querySortKeys(indexQuery(index, pk, { descending: true, pageSize: 1 }))).toEqual([
        'late',
        'mid',
        'early',
      ]);
    },
  );

  test('an index contains whole records, and drops a record that loses its index key', async () => {
    const record = { pk: aPartition(), sk: 'A', subject: 'rare', statusKey: aPartition() };
    await db().putItem(record);

    expect(await db().queryAll(indexQuery('byStatus', record.statusKey))).toEqual([record]);

    await db().updateItem<typeof record>(record, { remove: ['statusKey'] });
    expect(await querySortKeys(indexQuery('byStatus', record.statusKey))).toEqual([]);
    expect(await db().getItem({ pk: record.pk, sk: 'A' })).toEqual({
      pk: record.pk,
      sk: 'A',
      subject: 'rare',
    });
  });
});
