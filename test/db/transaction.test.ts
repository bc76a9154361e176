import { attributeNotExists, ifAbsent, ifPresent, is } from '../../shared/db/condition';
import { aKey, useTable } from './support/use-table';

const db = useTable();

/** Stores a record, and returns the record, its key and an unused key. */
async function storePair() {
  const [key, otherKey] = [aKey(), aKey()];
  const existing = { ...key, name: 'standing', count: 1 };
  await db().putItem(existing);
  return { key, existing, otherKey };
}

test('a transaction can put, update and delete records', async () => {
  const { key, existing, otherKey } = await storePair();
  const [addedRecord, countedKey] = [{ ...otherKey, name: 'new', note: undefined }, aKey()];
  const { putWrite, updateWrite, deleteWrite, writeTransaction, getItem } = db();

  const committed = await writeTransaction([
    deleteWrite(existing, is('name', 'standing')),
    putWrite(addedRecord, ifAbsent),
    updateWrite(countedKey, { add: { count: 1 } }, attributeNotExists('count')),
  ]);

  expect(committed).toBe(true);
  expect(await getItem(key)).toBeUndefined();
  expect(await getItem(otherKey)).toEqual({ ...otherKey, name: 'new' });
  expect(await getItem(countedKey)).toEqual({ ...countedKey, count: 1 });
});

test('a transaction needs no conditions', async () => {
  const { key, otherKey } = await storePair();
  const { putWrite, updateWrite, deleteWrite, writeTransaction, getItem } = db();

  expect(
    await writeTransaction([
      putWrite<object>(otherKey),
      updateWrite(key, { remove: ['count'] }),
      deleteWrite(aKey()),
    ]),
  ).toBe(true);

  expect(await getItem(key)).toEqual({ ...key, name: 'standing' });
  expect(await getItem(otherKey)).toEqual(otherKey);
});

describe('a transaction writes nothing and returns false if', () => {
  test('the condition of a put is not met', async () => {
    const { key, existing, otherKey } = await storePair();
    const second = { ...existing, name: 'second' };
    const { putWrite, writeTransaction, getItem } = db();

    const committed = await writeTransaction([putWrite<object>(otherKey), putWrite(second, ifAbsent)]);

    expect(committed).toBe(false);
    expect(await getItem(otherKey)).toBeUndefined();
    expect(await getItem(key)).toEqual(existing);
  });

  test('the condition of an update is not met', async () => {
    const { key, existing, otherKey } = await storePair();
    const { putWrite, updateWrite, writeTransaction, getItem } = db();

    const committed = await writeTransaction([
      putWrite<object>(otherKey),
      updateWrite(existing, { set: { count: 2 } }, is('count', 2)),
    ]);

    expect(committed).toBe(false);
    expect(await getItem(otherKey)).toBeUndefined();
    expect(await getItem(key)).toEqual(existing);
  });

  test('the condition of a deletion is not met', async () => {
    const { key, existing, otherKey } = await storePair();
    const { deleteWrite, writeTransaction, getItem } = db();

    expect(await writeTransaction([deleteWrite(existing), deleteWrite(otherKey, ifPresent)])).toBe(false);

    expect(await getItem(key)).toEqual(existing);
  });
});

test('concurrent transactions on one record all succeed, one after another', async () => {
  const { key, existing } = await storePair();
  const { updateWrite, putWrite, writeTransaction, getItem } = db();
  const count = () =>
    writeTransaction([updateWrite(key, { add: { count: 1 } }), putWrite<object>(aKey(), ifAbsent)]);

  const committed = await Promise.all(Array.from({ length: 5 }, count));

  expect(committed).toEqual([true, true, true, true, true]);
  expect(await getItem(key)).toEqual({ ...existing, count: 6 });
});

test('a validation error of DynamoDB is thrown', async () => {
  const { otherKey } = await storePair();
  const { putWrite, writeTransaction } = db();

  await expect(
    writeTransaction([putWrite<object>(otherKey), putWrite<object>(otherKey)]),
  ).rejects.toMatchObject({
    name: 'ValidationException',
  });
});
