import { absent, ifAbsent, ifPresent, is } from '../../shared/db/condition';
import { aKey, theTable } from './support/the-table';

const db = theTable();

/** A record that stands under a key, and a key with none. */
async function aPair() {
  const [key, other] = [aKey(), aKey()];
  const standing = { ...key, name: 'standing', count: 1 };
  await db().putItem(standing);
  return { key, standing, other };
}

test('puts, changes and erases together', async () => {
  const { key, standing, other } = await aPair();
  const [added, counted] = [{ ...other, name: 'new', note: undefined }, aKey()];
  const { put, change, erase, writeTogether, getItem } = db();

  const done = await writeTogether([
    erase(standing, is('name', 'standing')),
    put(added, ifAbsent),
    change(counted, { add: { count: 1 } }, absent('count')),
  ]);

  expect(done).toBe(true);
  expect(await getItem(key)).toBeUndefined();
  expect(await getItem(other)).toEqual({ ...other, name: 'new' });
  expect(await getItem(counted)).toEqual({ ...counted, count: 1 });
});

test('needs no conditions', async () => {
  const { key, other } = await aPair();
  const { put, change, erase, writeTogether, getItem } = db();

  expect(await writeTogether([put(other), change(key, { remove: ['count'] }), erase(aKey())])).toBe(true);

  expect(await getItem(key)).toEqual({ ...key, name: 'standing' });
  expect(await getItem(other)).toEqual(other);
});

describe('writes nothing, and says so, when a condition does not hold', () => {
  test('of a put', async () => {
    const { key, standing, other } = await aPair();
    const second = { ...standing, name: 'second' };
    const { put, writeTogether, getItem } = db();

    const done = await writeTogether([put(other), put(second, ifAbsent)]);

    expect(done).toBe(false);
    expect(await getItem(other)).toBeUndefined();
    expect(await getItem(key)).toEqual(standing);
  });

  test('of a change', async () => {
    const { key, standing, other } = await aPair();
    const { put, change, writeTogether, getItem } = db();

    const done = await writeTogether([put(other), change(standing, { set: { count: 2 } }, is('count', 2))]);

    expect(done).toBe(false);
    expect(await getItem(other)).toBeUndefined();
    expect(await getItem(key)).toEqual(standing);
  });

  test('of an erasure', async () => {
    const { key, standing, other } = await aPair();
    const { erase, writeTogether, getItem } = db();

    expect(await writeTogether([erase(standing), erase(other, ifPresent)])).toBe(false);

    expect(await getItem(key)).toEqual(standing);
  });
});

test('those that meet on a record wait for each other', async () => {
  const { key, standing } = await aPair();
  const { change, put, writeTogether, getItem } = db();
  const count = () => writeTogether([change(key, { add: { count: 1 } }), put(aKey(), ifAbsent)]);

  const done = await Promise.all(Array.from({ length: 5 }, count));

  expect(done).toEqual([true, true, true, true, true]);
  expect(await getItem(key)).toEqual({ ...standing, count: 6 });
});

test('lets any other failure through', async () => {
  const { other } = await aPair();
  const { put, writeTogether } = db();

  await expect(writeTogether([put(other), put(other)])).rejects.toMatchObject({
    name: 'ValidationException',
  });
});
