import type { Key } from '../../shared/db/keys';
import type { DailyCounter } from '../../shared/db/records/daily-counters';
import { aKey, useTable } from './support/use-table';

const db = useTable();

const readUsed = async (day: Key<DailyCounter>) => (await db().getItem(day))?.used;

test('a counter accepts charges up to the maximum, and refuses charges above the maximum', async () => {
  const day = aKey<DailyCounter>();

  expect(await db().tryIncrementDailyCounter(day, 7, 10)).toBe(true);
  expect(await db().tryIncrementDailyCounter(day, 4, 10)).toBe(false);
  expect(await db().tryIncrementDailyCounter(day, 3, 10)).toBe(true);
  expect(await db().tryIncrementDailyCounter(day, 1, 10)).toBe(false);

  expect(await readUsed(day)).toBe(10);
});

test('a counter accepts a first charge equal to the maximum, and refuses a larger first charge', async () => {
  const [exactDay, exceededDay] = [aKey<DailyCounter>(), aKey<DailyCounter>()];

  expect(await db().tryIncrementDailyCounter(exactDay, 10, 10)).toBe(true);
  expect(await db().tryIncrementDailyCounter(exceededDay, 11, 10)).toBe(false);

  expect(await readUsed(exactDay)).toBe(10);
  expect(await readUsed(exceededDay)).toBeUndefined();
});

test('the sum of concurrent charges never exceeds the maximum', async () => {
  const day = aKey<DailyCounter>();

  const results = await Promise.all(
    Array.from({ length: 10 }, () => db().tryIncrementDailyCounter(day, 3, 10)),
  );

  expect(results.filter(Boolean)).toHaveLength(3);
  expect(await readUsed(day)).toBe(9);
});

test('refunded units can be charged again', async () => {
  const day = aKey<DailyCounter>();
  await db().tryIncrementDailyCounter(day, 10, 10);

  await db().decrementDailyCounter(day, 4);

  expect(await readUsed(day)).toBe(6);
  expect(await db().tryIncrementDailyCounter(day, 5, 10)).toBe(false);
  expect(await db().tryIncrementDailyCounter(day, 4, 10)).toBe(true);
});

test('a refund that exceeds the charges is ignored', async () => {
  const [day, untouched] = [aKey<DailyCounter>(), aKey<DailyCounter>()];
  await db().tryIncrementDailyCounter(day, 3, 10);

  await db().decrementDailyCounter(day, 4);
  await db().decrementDailyCounter(untouched, 1);
  expect([await readUsed(day), await readUsed(untouched)]).toEqual([3, undefined]);

  await db().decrementDailyCounter(day, 3);
  expect(await readUsed(day)).toBe(0);
});

test('a lowered maximum blocks later charges', async () => {
  const day = aKey<DailyCounter>();
  await db().tryIncrementDailyCounter(day, 10, 10);

  expect(await db().tryIncrementDailyCounter(day, 1, 5)).toBe(false);
});

test('a counter is kept for two days after the last charge', async () => {
  const day = aKey<DailyCounter>();
  const start = Date.parse('2026-05-05T23:59:59.500Z');
  const clock = jest.spyOn(Date, 'now').mockReturnValue(start);
  await db().tryIncrementDailyCounter(day, 1, 10);
  clock.mockReturnValue(start + 1_000);

  await db().tryIncrementDailyCounter(day, 1, 10);
  clock.mockRestore();

  expect(await db().getItem(day)).toEqual({
    ...day,
    used: 2,
    expiresAt: Date.parse('2026-05-08T00:00:01Z') / 1000,
  });
});
