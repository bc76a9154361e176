import { is } from '../../shared/db/condition';
import type { Changes } from '../../shared/db/update';
import { aKey, theTable } from './support/the-table';

const db = theTable();

/** What the changes make of the record. */
async function changed(record: object, changes: Changes): Promise<Record<string, unknown>> {
  const key = aKey();
  await db().putItem({ ...key, ...record });
  const { pk, sk, ...rest } = (await db().updateItem<Record<string, unknown>>(key, changes)) ?? {};
  expect({ pk, sk }).toEqual(key);
  expect(await db().getItem(key)).toEqual({ ...key, ...rest });
  return rest;
}

const set = (...members: string[]) => new Set(members);

describe('set', () => {
  test('writes each attribute, whatever it is called', async () => {
    const reserved = { name: 'a', status: 'b', ttl: 1, value: null, size: true, data: [1], user: { id: 2 } };

    expect(await changed({ name: 'old', kept: 1 }, { set: reserved })).toEqual({ ...reserved, kept: 1 });
  });

  test('leaves what is undefined as it is', async () => {
    expect(await changed({ a: 1, b: 2 }, { set: { a: undefined, b: 3, c: undefined } })).toEqual({
      a: 1,
      b: 3,
    });
  });

  test('writes a nested attribute, and leaves those beside it', async () => {
    const record = { attempt: { owner: 'me', status: { code: 1, at: 'noon' } } };

    const after = await changed(record, { set: { 'attempt.owner': 'you', 'attempt.status.code': 2 } });

    expect(after).toEqual({ attempt: { owner: 'you', status: { code: 2, at: 'noon' } } });
  });

  test('refuses a nested attribute of what is not there', async () => {
    await expect(changed({}, { set: { 'attempt.owner': 'me' } })).rejects.toMatchObject({
      name: 'ValidationException',
    });
  });
});

describe('setOnce', () => {
  test('writes what is absent and leaves what is there, null too', async () => {
    const after = await changed({ a: 1, n: null }, { setOnce: { a: 2, n: 3, name: 'new' } });

    expect(after).toEqual({ a: 1, n: null, name: 'new' });
  });

  test('writes null where nothing is', async () => {
    expect(await changed({}, { setOnce: { handledAt: null } })).toEqual({ handledAt: null });
  });
});

describe('copy', () => {
  test('takes what the other attribute was before the write', async () => {
    const after = await changed({ at: 'noon' }, { copy: { shownAt: 'at' }, set: { at: 'midnight' } });

    expect(after).toEqual({ at: 'midnight', shownAt: 'noon' });
  });
});

describe('add', () => {
  test('adds to a number, and begins at 0', async () => {
    expect(await changed({ used: 3 }, { add: { used: -2, count: 1 } })).toEqual({ used: 1, count: 1 });
  });

  test('puts members into a set, and begins with them', async () => {
    const after = await changed(
      { people: set('a', 'b') },
      { add: { people: set('b', 'c'), others: set('x') } },
    );

    expect(after).toEqual({ people: set('a', 'b', 'c'), others: set('x') });
  });

  test('adds to a nested number', async () => {
    expect(await changed({ waiting: { pickUps: 1 } }, { add: { 'waiting.pickUps': 1 } })).toEqual({
      waiting: { pickUps: 2 },
    });
  });
});

describe('takeOut', () => {
  test('takes out the members that are in the set', async () => {
    const after = await changed({ people: set('a', 'b') }, { takeOut: { people: set('b', 'c') } });

    expect(after).toEqual({ people: set('a') });
  });

  test('leaves no set without its last member', async () => {
    expect(await changed({ people: set('a') }, { takeOut: { people: set('a') } })).toEqual({});
  });

  test('takes nothing out of what is not there', async () => {
    expect(await changed({ kept: 1 }, { takeOut: { people: set('a') } })).toEqual({ kept: 1 });
  });
});

test('a set without members changes nothing, wherever it stands', async () => {
  const record = { people: set('a'), others: set('b') };

  const after = await changed(record, {
    set: { people: set(), done: true },
    setOnce: { more: set() },
    add: { others: set() },
    takeOut: { people: set() },
  });

  expect(after).toEqual({ ...record, done: true });
});

describe('remove', () => {
  test('takes attributes away, nested ones too, and those that are not there', async () => {
    const record = { status: 'sent', attempt: { owner: 'me', at: 1 }, kept: 1 };

    const after = await changed(record, { remove: ['status', 'attempt.owner', 'gone'] });

    expect(after).toEqual({ attempt: { at: 1 }, kept: 1 });
  });

  test('of nothing changes nothing', async () => {
    expect(await changed({ a: 1 }, { set: { b: 2 }, remove: [] })).toEqual({ a: 1, b: 2 });
  });
});

test('all kinds of change go together, on a record that is not there yet', async () => {
  const key = aKey();

  const made = await db().updateItem(key, {
    set: { name: 'a' },
    setOnce: { createdAt: 'noon' },
    add: { count: 1, people: set('x') },
    takeOut: { pending: set('y') },
    remove: ['dueAt'],
  });

  expect(made).toEqual({ ...key, name: 'a', createdAt: 'noon', count: 1, people: set('x') });
});

test('a condition asks for the attributes that the changes write, as they were', async () => {
  const key = aKey();
  await db().putItem({ ...key, attempt: { owner: 'me' }, status: 'queued' });
  const move = { set: { 'attempt.owner': 'you', status: 'sent' } };

  const moved = await db().updateItem(key, move, is('attempt.owner', 'me'));

  expect(moved).toEqual({ ...key, attempt: { owner: 'you' }, status: 'sent' });
  expect(await db().updateItem(key, move, is('attempt.owner', 'me'))).toBeUndefined();
});
