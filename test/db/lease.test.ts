import { all, ifPresent, is } from '../../shared/db/condition';
import type { Leased } from '../../shared/db/lease';
import { aKey, theTable } from './support/the-table';

const db = theTable();

const start = Date.parse('2026-05-05T12:00:00Z');
const leaseMs = 20_000;

interface Work extends Leased {
  status: string;
  tries: number;
}

const clockAt = (ms: number) => jest.spyOn(Date, 'now').mockReturnValue(ms);

beforeEach(() => clockAt(start));
afterEach(() => {
  jest.restoreAllMocks();
  db().real.faults.clear();
});

async function someWork() {
  const key = aKey();
  await db().putItem<Work>({ ...key, status: 'due', tries: 0 });
  return key;
}

const take = (key: ReturnType<typeof aKey>) =>
  db().takeLease<Work>(key, leaseMs, { condition: is('status', 'due'), add: { tries: 1 } });

test('who takes a record has it until then, with the changes made', async () => {
  const key = await someWork();

  const taken = await take(key);

  const leaseOwner: unknown = expect.stringMatching(/^[0-9a-f-]{36}$/);
  expect(taken).toEqual({ ...key, status: 'due', tries: 1, leaseOwner, leaseUntil: start + leaseMs });
  expect(await db().getItem(key)).toEqual(taken);
});

test('nobody else gets it meanwhile', async () => {
  const key = await someWork();
  const taken = await take(key);

  clockAt(start + leaseMs - 1);

  expect(await take(key)).toBeUndefined();
  expect(await db().getItem(key)).toEqual(taken);
});

test('of many at once one gets it', async () => {
  const key = await someWork();

  const all = await Promise.all(Array.from({ length: 10 }, () => take(key)));

  const [won, ...others] = all.filter((each) => each !== undefined);
  expect(others).toEqual([]);
  expect(await db().getItem(key)).toEqual(won);
});

test('one that dies holds it no longer than that', async () => {
  const key = await someWork();
  const dead = await take(key);

  clockAt(start + leaseMs);
  const next = await take(key);

  expect(next).toMatchObject({ tries: 2, leaseUntil: start + 2 * leaseMs });
  expect(next?.leaseOwner).not.toBe(dead?.leaseOwner);
});

test('one that died too late finds that another has it', async () => {
  const key = await someWork();
  const late = await take(key);
  clockAt(start + leaseMs);
  const next = await take(key);

  const isHeld = db().isHeldBy(late?.leaseOwner ?? '');
  const done = await db().updateItem(key, { set: { status: 'done' }, remove: db().leaseAttributes }, isHeld);

  expect(done).toBeUndefined();
  expect(await db().getItem(key)).toEqual(next);
});

test('a write whose answer is lost is made again, and finds its own lease', async () => {
  const key = await someWork();
  jest.restoreAllMocks();
  db().real.faults.add({ service: 'dynamodb', operation: 'UpdateItem', crash: 'after', times: 1 });
  db().real.calls.clear();

  const taken = await take(key);

  expect(taken).toEqual(await db().getItem(key));
  expect(taken?.leaseOwner).toBeDefined();
  expect(
    db()
      .real.calls.since()
      .filter(({ operation }) => operation === 'UpdateItem'),
  ).toHaveLength(2);
});

test('its end leaves nothing of it, and the record is free', async () => {
  const key = await someWork();
  const taken = await take(key);

  const ended = await db().updateItem<Work>(
    key,
    { remove: db().leaseAttributes },
    db().isHeldBy(taken?.leaseOwner ?? ''),
  );

  expect(ended).toEqual({ ...key, status: 'due', tries: 1 });
  expect(await db().updateItem(key, { set: { status: 'done' } }, db().isFree())).toMatchObject({
    status: 'done',
  });
});

test('where the condition does not hold nobody takes it, nor makes it', async () => {
  const [key, gone] = [await someWork(), aKey()];
  const condition = all(ifPresent, is('status', 'scheduled'));

  expect(await db().takeLease(key, leaseMs, { condition })).toBeUndefined();
  expect(await db().takeLease(gone, leaseMs, { condition: ifPresent })).toBeUndefined();

  expect(await db().getItem(key)).toEqual({ ...key, status: 'due', tries: 0 });
  expect(await db().getItem(gone)).toBeUndefined();
});
