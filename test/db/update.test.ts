import { is } from '../../shared/db/condition';
import type { Changes } from '../../shared/db/update';
import { aKey, useTable, type Fields } from './support/use-table';

const db = useTable();

/** Returns the record after the changes. */
async function applyChanges(record: object, changes: Changes<Fields>): Promise<Fields> {
  const key = aKey();
  await db().putItem({ ...key, ...record });
  const { pk, sk, ...rest } = (await db().updateItem(key, changes)) ?? {};
  expect({ pk, sk }).toEqual(key);
  expect(await db().getItem(key)).toEqual({ ...key, ...rest });
  return rest;
}

const set = (...members: string[]) => new Set(members);

describe('set', () => {
  test('writes each attribute, even with a reserved name', async () => {
    const reserved = { name: 'a', status: 'b', ttl: 1, value: null, size: true, data: [1], user: { id: 2 } };

    expect(await applyChanges({ name: 'old', kept: 1 }, { set: reserved })).toEqual({ ...reserved, kept: 1 });
  });

  test('skips undefined values', async () => {
    expect(await applyChanges({ a: 1, b: 2 }, { set: { a: undefined, b: 3, c: undefined } })).toEqual({
      a: 1,
      b: 3,
    });
  });

  test('writes a nested attribute and keeps its siblings', async () => {
    const record = { attempt: { owner: 'me', status: { code: 1, at: 'noon' } } };

    const after = await applyChanges(record, { set: { 'attempt.owner': 'you', 'attempt.status.code': 2 } });

    expect(after).toEqual({ attempt: { owner: 'you', status: { code: 2, at: 'noon' } } });
  });

  test('refuses a nested attribute of a missing parent', async () => {
    await expect(applyChanges({}, { set: { 'attempt.owner': 'me' } })).rejects.toMatchObject({
      name: 'ValidationException',
    });
  });
});

describe('setIfAbsent', () => {
  test('writes missing attributes and keeps existing attributes, including null', async () => {
    const after = await applyChanges({ a: 1, n: null }, { setIfAbsent: { a: 2, n: 3, name: 'new' } });

    expect(after).toEqual({ a: 1, n: null, name: 'new' });
  });

  test('writes null if the attribute is missing', async () => {
    expect(await applyChanges({}, { setIfAbsent: { handledAt: null } })).toEqual({ handledAt: null });
  });
});

describe('copy', () => {
  test('copies the value that the other attribute had before the update', async () => {
    const after = await applyChanges({ at: 'noon' }, { copy: { shownAt: 'at' }, set: { at: 'midnight' } });

    expect(after).toEqual({ at: 'midnight', shownAt: 'noon' });
  });
});

describe('add', () => {
  test('adds to a number, starting at 0', async () => {
    expect(await applyChanges({ used: 3 }, { add: { used: -2, count: 1 } })).toEqual({ used: 1, count: 1 });
  });

  test('adds members to a set, and creates a missing set', async () => {
    const after = await applyChanges(
      { people: set('a', 'b') },
      { add: { people: set('b', 'c'), others: set('x') } },
    );

    expect(after).toEqual({ people: set('a', 'b', 'c'), others: set('x') });
  });

  test('adds to a nested number', async () => {
    expect(await applyChanges({ attempt: { count: 1 } }, { add: { 'attempt.count': 1 } })).toEqual({
      attempt: { count: 2 },
    });
  });
});

describe('deleteFromSet', () => {
  test('removes members that are in the set', async () => {
    const after = await applyChanges({ people: set('a', 'b') }, { deleteFromSet: { people: set('b', 'c') } });

    expect(after).toEqual({ people: set('a') });
  });

  test('removes an emptied set', async () => {
    expect(await applyChanges({ people: set('a') }, { deleteFromSet: { people: set('a') } })).toEqual({});
  });

  test('ignores a missing set', async () => {
    expect(await applyChanges({ kept: 1 }, { deleteFromSet: { people: set('a') } })).toEqual({ kept: 1 });
  });
});

test('an empty set has no effect in any kind of change', async () => {
  const record = { people: set('a'), others: set('b') };

  const after = await applyChanges(record, {
    set: { people: set(), done: true },
    setIfAbsent: { more: set() },
    add: { others: set() },
    deleteFromSet: { people: set() },
  });

  expect(after).toEqual({ ...record, done: true });
});

describe('remove', () => {
  test('removes attributes, including nested attributes, and ignores missing attributes', async () => {
    const record = { status: 'sent', attempt: { owner: 'me', at: 1 }, kept: 1 };

    const after = await applyChanges(record, { remove: ['status', 'attempt.owner', 'gone'] });

    expect(after).toEqual({ attempt: { at: 1 }, kept: 1 });
  });

  test('of an empty list changes nothing', async () => {
    expect(await applyChanges({ a: 1 }, { set: { b: 2 }, remove: [] })).toEqual({ a: 1, b: 2 });
  });
});

test('all kinds of change can be combined to create a record', async () => {
  const key = aKey();

  const created = await db().updateItem(key, {
    set: { name: 'a' },
    setIfAbsent: { createdAt: 'noon' },
    add: { count: 1, people: set('x') },
    deleteFromSet: { pending: set('y') },
    remove: ['dueAt'],
  });

  expect(created).toEqual({ ...key, name: 'a', createdAt: 'noon', count: 1, people: set('x') });
});

test('a condition is evaluated with the attributes before the changes', async () => {
  const key = aKey();
  await db().putItem({ ...key, attempt: { owner: 'me' }, status: 'queued' });
  const update = { set: { 'attempt.owner': 'you', status: 'sent' } };

  const moved = await db().updateItem(key, update, is('attempt.owner', 'me'));

  expect(moved).toEqual({ ...key, attempt: { owner: 'you' }, status: 'sent' });
  expect(await db().updateItem(key, update, is('attempt.owner', 'me'))).toBeUndefined();
});
