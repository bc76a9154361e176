import { aKey, theTable } from './support/the-table';

const db = theTable();

const used = async (day: ReturnType<typeof aKey>) => (await db().getItem<{ used: number }>(day))?.used;

test('takes up to the maximum, and nothing past it', async () => {
  const day = aKey();

  expect(await db().takeFromDay(day, 7, 10)).toBe(true);
  expect(await db().takeFromDay(day, 4, 10)).toBe(false);
  expect(await db().takeFromDay(day, 3, 10)).toBe(true);
  expect(await db().takeFromDay(day, 1, 10)).toBe(false);

  expect(await used(day)).toBe(10);
});

test('begins at its edge, and not one past it', async () => {
  const [whole, tooMuch] = [aKey(), aKey()];

  expect(await db().takeFromDay(whole, 10, 10)).toBe(true);
  expect(await db().takeFromDay(tooMuch, 11, 10)).toBe(false);

  expect(await used(whole)).toBe(10);
  expect(await used(tooMuch)).toBeUndefined();
});

test('takers at once never pass it together', async () => {
  const day = aKey();

  const all = await Promise.all(Array.from({ length: 10 }, () => db().takeFromDay(day, 3, 10)));

  expect(all.filter(Boolean)).toHaveLength(3);
  expect(await used(day)).toBe(9);
});

test('what is given back can be taken again', async () => {
  const day = aKey();
  await db().takeFromDay(day, 10, 10);

  await db().giveBackToDay(day, 4);

  expect(await used(day)).toBe(6);
  expect(await db().takeFromDay(day, 5, 10)).toBe(false);
  expect(await db().takeFromDay(day, 4, 10)).toBe(true);
});

test('nobody gives back more than was taken', async () => {
  const [day, untouched] = [aKey(), aKey()];
  await db().takeFromDay(day, 3, 10);

  await db().giveBackToDay(day, 4);
  await db().giveBackToDay(untouched, 1);
  expect([await used(day), await used(untouched)]).toEqual([3, undefined]);

  await db().giveBackToDay(day, 3);
  expect(await used(day)).toBe(0);
});

test('a maximum that was lowered holds back those who come after it', async () => {
  const day = aKey();
  await db().takeFromDay(day, 10, 10);

  expect(await db().takeFromDay(day, 1, 5)).toBe(false);
});

test('is kept for two days, counted from the last that was taken', async () => {
  const day = aKey();
  const start = Date.parse('2026-05-05T23:59:59.500Z');
  const clock = jest.spyOn(Date, 'now').mockReturnValue(start);
  await db().takeFromDay(day, 1, 10);
  clock.mockReturnValue(start + 1_000);

  await db().takeFromDay(day, 1, 10);
  clock.mockRestore();

  expect(await db().getItem(day)).toEqual({
    ...day,
    used: 2,
    expiresAt: Date.parse('2026-05-08T00:00:01Z') / 1000,
  });
});
