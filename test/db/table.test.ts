import type { Key } from '../../shared/db/keys';
import { ifAbsent, is } from '../../shared/db/condition';
import { partitionQuery } from '../../shared/db/query';
import { aKey, aPartition, useTable, type Fields } from './support/use-table';

const db = useTable();

const numberedItems = (pk: string, count: number) =>
  Array.from({ length: count }, (_, number) => ({ pk, sk: `${number}`.padStart(4, '0'), n: number }));

describe('putItem', () => {
  test('with ifAbsent returns undefined if the record was stored', async () => {
    const key = aKey();

    const existing = await db().putItem({ ...key, name: 'first' }, ifAbsent);

    expect(existing).toBeUndefined();
    expect(await db().getItem(key)).toEqual({ ...key, name: 'first' });
  });

  test('with ifAbsent returns an existing record without changing it', async () => {
    const key = aKey();
    await db().putItem({ ...key, name: 'first', tags: ['a'], count: 2 });

    const existing = await db().putItem({ ...key, name: 'second' }, ifAbsent);

    expect(existing).toEqual({ ...key, name: 'first', tags: ['a'], count: 2 });
    expect(await db().getItem(key)).toEqual(existing);
  });

  test('without a condition replaces the record and drops undefined fields', async () => {
    const key = aKey();
    await db().putItem({ ...key, name: 'first', note: 'x' });

    await db().putItem({ ...key, name: 'second', note: undefined });

    expect(await db().getItem(key)).toEqual({ ...key, name: 'second' });
  });
});

describe('updateItem', () => {
  const queueIfScheduled = (key: Key<Fields>) =>
    db().updateItem(key, { set: { status: 'queued' } }, is('status', 'scheduled'));

  test('returns the updated record', async () => {
    const key = aKey();
    await db().putItem({ ...key, status: 'scheduled' });

    expect(await queueIfScheduled(key)).toEqual({ ...key, status: 'queued' });
  });

  test('returns undefined if the condition is not met or the record is missing', async () => {
    const key = aKey();
    await db().putItem({ ...key, status: 'canceled' });

    expect(await queueIfScheduled(key)).toBeUndefined();
    expect(await queueIfScheduled({ ...key, sk: 'B' })).toBeUndefined();
    expect(await db().getItem(key)).toEqual({ ...key, status: 'canceled' });
  });

  test('lets one of several concurrent updates succeed', async () => {
    const key = aKey();
    await db().putItem({ ...key, status: 'scheduled' });

    const results = await Promise.all(Array.from({ length: 10 }, () => queueIfScheduled(key)));

    expect(results.filter((result) => result !== undefined)).toHaveLength(1);
  });

  test('throws a validation error of DynamoDB', async () => {
    await expect(db().updateItem(aKey(), { set: { pk: 'other' } })).rejects.toMatchObject({
      name: 'ValidationException',
    });
  });
});

describe('batches', () => {
  test('putItems writes more than 25 records, getItems reads more than 100, and missing records are omitted', async () => {
    const pk = aPartition();
    const items = numberedItems(pk, 130);
    await db().putItems(items);

    const found = await db().getItems<{ n: number }>([...items, { pk, sk: 'none' }]);

    expect(found.map(({ n }) => n).sort((a, b) => a - b)).toEqual(items.map(({ n }) => n));
  });

  test('an empty batch makes no call', async () => {
    db().real.calls.clear();

    expect(await db().getItems([])).toEqual([]);
    await db().putItems([]);

    expect(db().real.calls.since()).toEqual([]);
  });
});

describe('queries', () => {
  test('queryPage ends a page at the page size and continues after the page', async () => {
    const pk = aPartition();
    await db().putItems(numberedItems(pk, 5));

    const first = await db().queryPage<{ n: number }>(partitionQuery(pk, { pageSize: 3 }));
    const second = await db().queryPage<{ n: number }>({
      ...partitionQuery(pk, { pageSize: 3 }),
      ExclusiveStartKey: { ...first.lastKey },
    });

    expect(first.items.map(({ n }) => n)).toEqual([0, 1, 2]);
    expect(first.lastKey).toEqual({ pk, sk: '0002' });
    expect(second.items.map(({ n }) => n)).toEqual([3, 4]);
    expect(second.lastKey).toBeUndefined();
  });

  test('queryAll reads beyond one megabyte', async () => {
    const pk = aPartition();
    const large = 'x'.repeat(300_000);
    for (const item of numberedItems(pk, 5)) await db().putItem({ ...item, large });

    const results = await db().queryAll<{ n: number }>(partitionQuery(pk));

    expect(results.map(({ n }) => n)).toEqual([0, 1, 2, 3, 4]);
  });
});

describe('capacity units outside transactions, as AWS counts them', () => {
  async function measureUnits(action: () => Promise<unknown>): Promise<{ read: number; write: number }> {
    db().real.calls.clear();
    await action();
    const rows = db().real.calls.since();
    return {
      read: rows.reduce((sum, { read_units }) => sum + read_units, 0),
      write: rows.reduce((sum, { write_units }) => sum + write_units, 0),
    };
  }

  /** Returns a record whose attribute names and values take `bytes` bytes in UTF-8. */
  const aRecord = (bytes: number, extra = {}) => {
    const key = aKey();
    const overheadBytes = 'pk'.length + key.pk.length + 'sk'.length + key.sk.length + 'text'.length;
    return { ...key, text: 'x'.repeat(bytes - overheadBytes), ...extra };
  };

  test('a put costs one unit per KB, rounded up', async () => {
    expect(await measureUnits(() => db().putItem(aRecord(1024)))).toEqual({ read: 0, write: 1 });
    expect(await measureUnits(() => db().putItem(aRecord(1025)))).toEqual({ read: 0, write: 2 });
  });

  test('a put of a record in a sparse index costs twice as much', async () => {
    const record = aRecord(500, { statusKey: 'T#scheduled' });

    expect(await measureUnits(() => db().putItem(record))).toEqual({ read: 0, write: 2 });
  });

  test('an update costs units for the whole record', async () => {
    const { pk, sk, ...rest } = aRecord(2500);
    await db().putItem({ pk, sk, ...rest });

    expect(await measureUnits(() => db().updateItem<Fields>({ pk, sk }, { add: { used: 1 } }))).toEqual({
      read: 0,
      write: 3,
    });
  });

  test('changing an index key costs two writes in the index', async () => {
    const { pk, sk, ...rest } = aRecord(500, { statusKey: 'T#scheduled' });
    await db().putItem({ pk, sk, ...rest });
    const indexKeyChange = { set: { statusKey: 'T#bounced' } };

    expect(await measureUnits(() => db().updateItem<Fields>({ pk, sk }, indexKeyChange))).toEqual({
      read: 0,
      write: 3,
    });
  });

  test('a strongly consistent read costs one unit per 4 KB, rounded up', async () => {
    const { pk, sk, ...rest } = aRecord(4097);
    await db().putItem({ pk, sk, ...rest });

    expect(await measureUnits(() => db().getItem({ pk, sk }))).toEqual({ read: 2, write: 0 });
  });
});
