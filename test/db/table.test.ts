import { randomUUID } from 'node:crypto';
import type * as Table from '../../shared/db/table';
import { startRealTable } from './support/real-table';

let table: typeof Table;
let real: Awaited<ReturnType<typeof startRealTable>>;

beforeAll(async () => {
  real = await startRealTable();
  // It opens its client for the table that the environment names, as in a function.
  table = await import('../../shared/db/table');
}, 60_000);

afterAll(() => real.stop());

/** A partition of its own for each test. */
const aPartition = () => `T#${randomUUID()}`;

const numbered = (pk: string, count: number) =>
  Array.from({ length: count }, (_, n) => ({ pk, sk: `${n}`.padStart(4, '0'), n }));

const ofPartition = (pk: string) => ({
  KeyConditionExpression: 'pk = :pk',
  ExpressionAttributeValues: { ':pk': pk },
});

describe('putItem', () => {
  test('under ifAbsent returns nothing when it put the record', async () => {
    const key = { pk: aPartition(), sk: 'A' };

    const standing = await table.putItem({ ...key, name: 'first' }, table.ifAbsent);

    expect(standing).toBeUndefined();
    expect(await table.getItem(key)).toEqual({ ...key, name: 'first' });
  });

  test('under ifAbsent returns the record that stands there, and leaves it', async () => {
    const key = { pk: aPartition(), sk: 'A' };
    await table.putItem({ ...key, name: 'first', tags: ['a'], count: 2 });

    const standing = await table.putItem({ ...key, name: 'second' }, table.ifAbsent);

    expect(standing).toEqual({ ...key, name: 'first', tags: ['a'], count: 2 });
    expect(await table.getItem(key)).toEqual(standing);
  });

  test('without a condition replaces the record, and drops fields that are undefined', async () => {
    const key = { pk: aPartition(), sk: 'A' };
    await table.putItem({ ...key, name: 'first', note: 'x' });

    await table.putItem({ ...key, name: 'second', note: undefined });

    expect(await table.getItem(key)).toEqual({ ...key, name: 'second' });
  });
});

describe('updateItem', () => {
  const move = (from: string, to: string) => ({
    UpdateExpression: 'SET #status = :to',
    ConditionExpression: '#status = :from',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: { ':from': from, ':to': to },
  });

  test('returns the record as it is now', async () => {
    const key = { pk: aPartition(), sk: 'A' };
    await table.putItem({ ...key, status: 'scheduled' });

    expect(await table.updateItem(key, move('scheduled', 'queued'))).toEqual({ ...key, status: 'queued' });
  });

  test('returns undefined for a lost race, and for a record that is not there', async () => {
    const key = { pk: aPartition(), sk: 'A' };
    await table.putItem({ ...key, status: 'canceled' });

    expect(await table.updateItem(key, move('scheduled', 'queued'))).toBeUndefined();
    expect(await table.updateItem({ ...key, sk: 'B' }, move('scheduled', 'queued'))).toBeUndefined();
    expect(await table.getItem(key)).toEqual({ ...key, status: 'canceled' });
  });

  test('of many at once lets one through', async () => {
    const key = { pk: aPartition(), sk: 'A' };
    await table.putItem({ ...key, status: 'scheduled' });

    const all = await Promise.all(
      Array.from({ length: 10 }, () => table.updateItem(key, move('scheduled', 'queued'))),
    );

    expect(all.filter((each) => each !== undefined)).toHaveLength(1);
  });

  test('lets any other failure through', async () => {
    const update = { UpdateExpression: 'SET pk = :pk', ExpressionAttributeValues: { ':pk': 'other' } };

    await expect(table.updateItem({ pk: aPartition(), sk: 'A' }, update)).rejects.toMatchObject({
      name: 'ValidationException',
    });
  });
});

describe('many records', () => {
  test('putItems takes more than 25, getItems more than 100, and leaves out what is not there', async () => {
    const pk = aPartition();
    const items = numbered(pk, 130);
    await table.putItems(items);

    const found = await table.getItems<{ n: number }>([...items, { pk, sk: 'none' }]);

    expect(found.map(({ n }) => n).sort((a, b) => a - b)).toEqual(items.map(({ n }) => n));
  });

  test('no records cost no call', async () => {
    real.calls.clear();

    expect(await table.getItems([])).toEqual([]);
    await table.putItems([]);

    expect(real.calls.since()).toEqual([]);
  });
});

describe('queries', () => {
  test('queryPage ends a page at its limit and goes on behind it', async () => {
    const pk = aPartition();
    await table.putItems(numbered(pk, 5));

    const first = await table.queryPage<{ n: number }>({ ...ofPartition(pk), Limit: 3 });
    const second = await table.queryPage<{ n: number }>({
      ...ofPartition(pk),
      Limit: 3,
      ExclusiveStartKey: { ...first.lastKey },
    });

    expect(first.items.map(({ n }) => n)).toEqual([0, 1, 2]);
    expect(first.lastKey).toEqual({ pk, sk: '0002' });
    expect(second.items.map(({ n }) => n)).toEqual([3, 4]);
    expect(second.lastKey).toBeUndefined();
  });

  test('queryAll reads on past the megabyte of a page', async () => {
    const pk = aPartition();
    const large = 'x'.repeat(300_000);
    for (const item of numbered(pk, 5)) await table.putItem({ ...item, large });

    const all = await table.queryAll<{ n: number }>(ofPartition(pk));

    expect(all.map(({ n }) => n)).toEqual([0, 1, 2, 3, 4]);
  });
});

describe('writeTogether', () => {
  test('writes all when every condition holds', async () => {
    const pk = aPartition();
    const [first, second] = [
      { pk, sk: 'A' },
      { pk, sk: 'B' },
    ];

    const done = await table.writeTogether((at) => [
      { Put: { ...at, Item: first, ConditionExpression: 'attribute_not_exists(pk)' } },
      { Put: { ...at, Item: second } },
    ]);

    expect(done).toBe(true);
    expect(await table.getItems([first, second])).toHaveLength(2);
  });

  test('writes nothing when one does not, and says so', async () => {
    const pk = aPartition();
    const [first, second] = [
      { pk, sk: 'A' },
      { pk, sk: 'B' },
    ];
    await table.putItem({ ...first, name: 'standing' });

    const done = await table.writeTogether((at) => [
      { Put: { ...at, Item: second } },
      { Put: { ...at, Item: first, ConditionExpression: 'attribute_not_exists(pk)' } },
    ]);

    expect(done).toBe(false);
    expect(await table.getItem(second)).toBeUndefined();
    expect(await table.getItem(first)).toEqual({ ...first, name: 'standing' });
  });
});

describe('the indexes', () => {
  const byStatus = (statusKey: string) => ({
    IndexName: 'byStatus',
    KeyConditionExpression: 'statusKey = :key',
    ExpressionAttributeValues: { ':key': statusKey },
  });

  test('hold only the records with their key, all of each, and let go of what loses it', async () => {
    const pk = aPartition();
    const statusKey = `${pk}#bounced`;
    const [common, rare] = [
      { pk, sk: 'A', subject: 'common' },
      { pk, sk: 'B', subject: 'rare', statusKey },
    ];
    await table.putItems([common, rare]);

    expect((await table.queryPage(byStatus(statusKey))).items).toEqual([rare]);

    await table.updateItem({ pk, sk: 'B' }, { UpdateExpression: 'REMOVE statusKey' });
    expect((await table.queryPage(byStatus(statusKey))).items).toEqual([]);
    expect(await table.getItem({ pk, sk: 'B' })).toEqual({ pk, sk: 'B', subject: 'rare' });
  });

  test('byDue gives what is due by a time, earliest first', async () => {
    const pk = aPartition();
    const due = (sk: string, dueAt: string) => ({ pk, sk, dueKey: pk, dueAt });
    await table.putItems([due('late', '2026-03-01'), due('early', '2026-01-01'), due('later', '2026-09-01')]);

    const { items } = await table.queryPage<{ sk: string }>({
      IndexName: 'byDue',
      KeyConditionExpression: 'dueKey = :key AND dueAt <= :now',
      ExpressionAttributeValues: { ':key': pk, ':now': '2026-06-01' },
    });

    expect(items.map(({ sk }) => sk)).toEqual(['early', 'late']);
  });
});

describe('capacity, as AWS counts it outside transactions', () => {
  async function unitsOf(work: () => Promise<unknown>): Promise<{ read: number; write: number }> {
    real.calls.clear();
    await work();
    const rows = real.calls.since();
    return {
      read: rows.reduce((sum, { read_units }) => sum + read_units, 0),
      write: rows.reduce((sum, { write_units }) => sum + write_units, 0),
    };
  }

  /** Bytes of a record: names and values in UTF-8. */
  const aRecord = (bytes: number, extra = {}) => {
    const key = { pk: aPartition(), sk: 'A' };
    const used = 'pk'.length + key.pk.length + 'sk'.length + key.sk.length + 'text'.length;
    return { ...key, text: 'x'.repeat(bytes - used), ...extra };
  };

  test('a put is a unit for each KB begun', async () => {
    expect(await unitsOf(() => table.putItem(aRecord(1024)))).toEqual({ read: 0, write: 1 });
    expect(await unitsOf(() => table.putItem(aRecord(1025)))).toEqual({ read: 0, write: 2 });
  });

  test('a put into a sparse index costs the same again', async () => {
    const record = aRecord(500, { statusKey: 'T#scheduled' });

    expect(await unitsOf(() => table.putItem(record))).toEqual({ read: 0, write: 2 });
  });

  test('an update pays for the whole record', async () => {
    const { pk, sk, ...rest } = aRecord(2500);
    await table.putItem({ pk, sk, ...rest });
    const count = { UpdateExpression: 'ADD used :one', ExpressionAttributeValues: { ':one': 1 } };

    expect(await unitsOf(() => table.updateItem({ pk, sk }, count))).toEqual({ read: 0, write: 3 });
  });

  test('a change of an index’s key costs two writes there', async () => {
    const { pk, sk, ...rest } = aRecord(500, { statusKey: 'T#scheduled' });
    await table.putItem({ pk, sk, ...rest });
    const move = {
      UpdateExpression: 'SET statusKey = :to',
      ExpressionAttributeValues: { ':to': 'T#bounced' },
    };

    expect(await unitsOf(() => table.updateItem({ pk, sk }, move))).toEqual({ read: 0, write: 3 });
  });

  test('a read is a unit for each 4 KB begun, strongly consistent', async () => {
    const { pk, sk, ...rest } = aRecord(4097);
    await table.putItem({ pk, sk, ...rest });

    expect(await unitsOf(() => table.getItem({ pk, sk }))).toEqual({ read: 2, write: 0 });
  });
});
