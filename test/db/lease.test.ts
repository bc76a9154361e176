import type { LeaseFields } from '../../shared/db/records/lease';
import { all, ifPresent, is, type Condition } from '../../shared/db/condition';
import type { Key } from '../../shared/db/keys';

import { aKey, useTable } from './support/use-table';

const db = useTable();

const start = Date.parse('2026-05-05T12:00:00Z');
const leaseMs = 20_000;

interface LeasedRecord extends LeaseFields {
  status: string;
  tries: number;
}

const setClock = (ms: number) => jest.spyOn(Date, 'now').mockReturnValue(ms);

beforeEach(() => setClock(start));
afterEach(() => {
  jest.restoreAllMocks();
  db().real.faults.clear();
});

async function storeDueRecord() {
  const key = aKey<LeasedRecord>();
  await db().putItem<LeasedRecord>({ ...key, status: 'due', tries: 0 });
  return key;
}

const acquireLease = (key: Key<LeasedRecord>) =>
  db().acquireLease(key, leaseMs, { condition: is('status', 'due'), add: { tries: 1 } });

test('a lease is held until its expiry, and the requested changes are applied', async () => {
  const key = await storeDueRecord();

  const leased = await acquireLease(key);

  const leaseOwner: unknown = expect.stringMatching(/^[0-9a-f-]{36}$/);
  expect(leased).toEqual({ ...key, status: 'due', tries: 1, leaseOwner, leaseUntil: start + leaseMs });
  expect(await db().getItem(key)).toEqual(leased);
});

test('a held lease cannot be taken by another attempt', async () => {
  const key = await storeDueRecord();
  const leased = await acquireLease(key);

  setClock(start + leaseMs - 1);

  expect(await acquireLease(key)).toBeUndefined();
  expect(await db().getItem(key)).toEqual(leased);
});

test('exactly one of several concurrent attempts gets the lease', async () => {
  const key = await storeDueRecord();

  const results = await Promise.all(Array.from({ length: 10 }, () => acquireLease(key)));

  const [winner, ...furtherWinners] = results.filter((result) => result !== undefined);
  expect(furtherWinners).toEqual([]);
  expect(await db().getItem(key)).toEqual(winner);
});

test('the lease of a crashed owner expires', async () => {
  const key = await storeDueRecord();
  const expiredLease = await acquireLease(key);

  setClock(start + leaseMs);
  const next = await acquireLease(key);

  expect(next).toMatchObject({ tries: 2, leaseUntil: start + 2 * leaseMs });
  expect(next?.leaseOwner).not.toBe(expiredLease?.leaseOwner);
});

test('an owner whose lease has expired cannot write if another owner has the lease', async () => {
  const key = await storeDueRecord();
  const lateLease = await acquireLease(key);
  setClock(start + leaseMs);
  const next = await acquireLease(key);

  const isHeld = db().isLeasedBy(lateLease?.leaseOwner ?? '');
  const completed = await db().updateItem(
    key,
    { set: { status: 'done' }, remove: db().leaseAttributes },
    isHeld,
  );

  expect(completed).toBeUndefined();
  expect(await db().getItem(key)).toEqual(next);
});

test('a write whose response is lost is retried, and the retry finds its own lease', async () => {
  const key = await storeDueRecord();
  jest.restoreAllMocks();
  db().real.faults.add({ service: 'dynamodb', operation: 'UpdateItem', crash: 'after', times: 1 });
  db().real.calls.clear();

  const leased = await acquireLease(key);

  expect(leased).toEqual(await db().getItem(key));
  expect(leased?.leaseOwner).toBeDefined();
  expect(
    db()
      .real.calls.since()
      .filter(({ operation }) => operation === 'UpdateItem'),
  ).toHaveLength(2);
});

test('ending a lease removes the lease attributes and frees the record', async () => {
  const key = await storeDueRecord();
  const leased = await acquireLease(key);

  const ended = await db().updateItem(
    key,
    { remove: db().leaseAttributes },
    db().isLeasedBy(leased?.leaseOwner ?? ''),
  );

  expect(ended).toEqual({ ...key, status: 'due', tries: 1 });
  expect(await db().updateItem(key, { set: { status: 'done' } }, db().isUnleased())).toMatchObject({
    status: 'done',
  });
});

test('if the condition is not met, no lease is taken and no record is created', async () => {
  const [key, missingKey] = [await storeDueRecord(), aKey<LeasedRecord>()];
  const condition: Condition<LeasedRecord> = all(ifPresent, is('status', 'scheduled'));

  expect(await db().acquireLease(key, leaseMs, { condition })).toBeUndefined();
  expect(await db().acquireLease(missingKey, leaseMs, { condition: ifPresent })).toBeUndefined();

  expect(await db().getItem(key)).toEqual({ ...key, status: 'due', tries: 0 });
  expect(await db().getItem(missingKey)).toBeUndefined();
});
