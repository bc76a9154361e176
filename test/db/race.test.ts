import { unchanged } from '../../shared/db/condition';
import { busy, untilWon } from '../../shared/db/race';
import { aKey, theTable } from './support/the-table';

const db = theTable();

const lost = () => new Error('lost each time');

/** Loses so often, then wins; `tried` counts. */
function losing<T>(times: number, won: T) {
  const race = {
    tried: 0,
    attempt: (): Promise<T | undefined> => Promise.resolve(race.tried++ < times ? undefined : won),
  };
  return race;
}

test('the first that wins is the answer', async () => {
  const race = losing(2, 'won');

  expect(await untilWon(race.attempt, lost)).toBe('won');
  expect(race.tried).toBe(3);
});

test.each([false, 0, '', null])('%j is a win', async (won) => {
  expect(await untilWon(losing(1, won).attempt, lost)).toBe(won);
});

test('the tenth try is the last one', async () => {
  const [nine, ten] = [losing(9, 1), losing(10, 1)];

  expect(await untilWon(nine.attempt, lost)).toBe(1);
  await expect(untilWon(ten.attempt, lost)).rejects.toThrow('lost each time');
  expect([nine, ten].map(({ tried }) => tried)).toEqual([10, 10]);
});

test('a failure is no lost race: it is not tried again', async () => {
  const attempt = jest.fn(() => Promise.reject(new Error('no table')));

  await expect(untilWon(attempt, lost)).rejects.toThrow('no table');

  expect(attempt).toHaveBeenCalledTimes(1);
});

test('each try reads what the winner left', async () => {
  const key = aKey();
  await db().putItem({ ...key, names: ['first'] });
  const addName = (name: string) =>
    untilWon(async () => {
      const { names } = (await db().getItem<{ names: string[] }>(key)) ?? { names: [] };
      return db().updateItem(key, { set: { names: [...names, name] } }, unchanged({ names }));
    }, lost);

  // Of each round one wins: the last of five has lost four times.
  await Promise.all(['a', 'b', 'c', 'd', 'e'].map(addName));

  const { names } = (await db().getItem<{ names: string[] }>(key)) ?? { names: [] };
  expect(names.sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'first']);
});

test('busy is a 503 that says when to come again', () => {
  expect(busy('The topic is being deleted')).toMatchObject({
    type: 'service_unavailable',
    status: 503,
    message: 'The topic is being deleted',
    headers: { 'Retry-After': '1' },
    outcomeUnknown: false,
  });
});
