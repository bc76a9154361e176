import { ifAbsent, is } from '../../shared/db/condition';
import { inPartition } from '../../shared/db/query';
import { aKey, aPartition, theTable } from './support/the-table';

const db = theTable();

const numbered = (pk: string, count: number) =>
  Array.from({ length: count }, (_, n) => ({ pk, sk: `${n}`.padStart(4, '0'), n }));

describe('putItem', () => {
  test('under ifAbsent returns nothing when it put the record', async () => {
    const key = aKey();

    const standing = await db().putItem({ ...key, name: 'first' }, ifAbsent);

    expect(standing).toBeUndefined();
    expect(await db().getItem(key)).toEqual({ ...key, name: 'first' });
  });

  test('under ifAbsent returns the record that stands there, and leaves it', async () => {
    const key = aKey();
    await db().putItem({ ...key, name: 'first', tags: ['a'], count: 2 });

    const standing = await db().putItem({ ...key, name: 'second' }, ifAbsent);

    expect(standing).toEqual({ ...key, name: 'first', tags: ['a'], count: 2 });
    expect(await db().getItem(key)).toEqual(standing);
  });

  test('without a condition replaces the record, and drops fields that are undefined', async () => {
    const key = aKey();
    await db().putItem({ ...key, name: 'first', note: 'x' });

    await db().putItem({ ...key, name: 'second', note: undefined });

    expect(await db().getItem(key)).toEqual({ ...key, name: 'second' });
  });
});

describe('updateItem', () => {
  const move = (key: ReturnType<typeof aKey>) =>
    db().updateItem(key, { set: { status: 'queued' } }, is('status', 'scheduled'));

  test('returns the record as it is now', async () => {
    const key = aKey();
    await db().putItem({ ...key, status: 'scheduled' });

    expect(await move(key)).toEqual({ ...key, status: 'queued' });
  });

  test('returns undefined for a lost race, and for a record that is not there', async () => {
    const key = aKey();
    await db().putItem({ ...key, status: 'canceled' });

    expect(await move(key)).toBeUndefined();
    expect(await move({ ...key, sk: 'B' })).toBeUndefined();
    expect(await db().getItem(key)).toEqual({ ...key, status: 'canceled' });
  });

  test('of many at once lets one through', async () => {
    const key = aKey();
    await db().putItem({ ...key, status: 'scheduled' });

    const all = await Promise.all(Array.from({ length: 10 }, () => move(key)));

    expect(all.filter((each) => each !== undefined)).toHaveLength(1);
  });

  test('lets any other failure through', async () => {
    await expect(db().updateItem(aKey(), { set: { pk: 'other' } })).rejects.toMatchObject({
      name: 'ValidationException',
    });
  });
});

describe('many records', () => {
  test('putItems takes more than 25, getItems more than 100, and leaves out what is not there', async () => {
    const pk = aPartition();
    const items = numbered(pk, 130);
    await db().putItems(items);

    const found = await db().getItems<{ n: number }>([...items, { pk, sk: 'none' }]);

    expect(found.map(({ n }) => n).sort((a, b) => a - b)).toEqual(items.map(({ n }) => n));
  });

  test('no records cost no call', async () => {
    db().real.calls.clear();

    expect(await db().getItems([])).toEqual([]);
    await db().putItems([]);

    expect(db().real.calls.since()).toEqual([]);
  });
});

describe('queries', () => {
  test('queryPage ends a page at its limit and goes on behind it', async () => {
    const pk = aPartition();
    await db().putItems(numbered(pk, 5));

    const first = await db().queryPage<{ n: number }>(inPartition(pk, { pageSize: 3 }));
    const second = await db().queryPage<{ n: number }>({
      ...inPartition(pk, { pageSize: 3 }),
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
    for (const item of numbered(pk, 5)) await db().putItem({ ...item, large });

    const all = await db().queryAll<{ n: number }>(inPartition(pk));

    expect(all.map(({ n }) => n)).toEqual([0, 1, 2, 3, 4]);
  });
});

describe('capacity, as AWS counts it outside transactions', () => {
  async function unitsOf(work: () => Promise<unknown>): Promise<{ read: number; write: number }> {
    db().real.calls.clear();
    await work();
    const rows = db().real.calls.since();
    return {
      read: rows.reduce((sum, { read_units }) => sum + read_units, 0),
      write: rows.reduce((sum, { write_units }) => sum + write_units, 0),
    };
  }

  /** Bytes of a record: names and values in UTF-8. */
  const aRecord = (bytes: number, extra = {}) => {
    const key = aKey();
    const used = 'pk'.length + key.pk.length + 'sk'.length + key.sk.length + 'text'.length;
    return { ...key, text: 'x'.repeat(bytes - used), ...extra };
  };

  test('a put is a unit for each KB begun', async () => {
    expect(await unitsOf(() => db().putItem(aRecord(1024)))).toEqual({ read: 0, write: 1 });
    expect(await unitsOf(() => db().putItem(aRecord(1025)))).toEqual({ read: 0, write: 2 });
  });

  test('a put into a sparse index costs the same again', async () => {
    const record = aRecord(500, { statusKey: 'T#scheduled' });

    expect(await unitsOf(() => db().putItem(record))).toEqual({ read: 0, write: 2 });
  });

  test('an update pays for the whole record', async () => {
    const { pk, sk, ...rest } = aRecord(2500);
    await db().putItem({ pk, sk, ...rest });

    expect(await unitsOf(() => db().updateItem({ pk, sk }, { add: { used: 1 } }))).toEqual({
      read: 0,
      write: 3,
    });
  });

  test('a change of an index’s key costs two writes there', async () => {
    const { pk, sk, ...rest } = aRecord(500, { statusKey: 'T#scheduled' });
    await db().putItem({ pk, sk, ...rest });
    const move = { set: { statusKey: 'T#bounced' } };

    expect(await unitsOf(() => db().updateItem({ pk, sk }, move))).toEqual({ read: 0, write: 3 });
  });

  test('a read is a unit for each 4 KB begun, strongly consistent', async () => {
    const { pk, sk, ...rest } = aRecord(4097);
    await db().putItem({ pk, sk, ...rest });

    expect(await unitsOf(() => db().getItem({ pk, sk }))).toEqual({ read: 2, write: 0 });
  });
});
