import { unchanged } from '../../shared/db/condition';
import { serviceUnavailable, retryOnConflict } from '../../shared/db/retry-on-conflict';
import { aKey, useTable } from './support/use-table';

const db = useTable();

const conflictError = () => new Error('lost each time');

/** Returns an attempt that loses `times` times and then wins. `attempts` counts its calls. */
function loseTimes<T>(times: number, result: T) {
  const state = {
    attempts: 0,
    attempt: (): Promise<T | undefined> => Promise.resolve(state.attempts++ < times ? undefined : result),
  };
  return state;
}

test('retryOnConflict returns the result of the first attempt that wins', async () => {
  const state = loseTimes(2, 'won');

  expect(await retryOnConflict(state.attempt, conflictError)).toBe('won');
  expect(state.attempts).toBe(3);
});

test.each([false, 0, '', null])('an attempt that returns %j wins', async (result) => {
  expect(await retryOnConflict(loseTimes(1, result).attempt, conflictError)).toBe(result);
});

test('retryOnConflict gives up after the tenth attempt', async () => {
  const [losesNineTimes, losesTenTimes] = [loseTimes(9, 1), loseTimes(10, 1)];

  expect(await retryOnConflict(losesNineTimes.attempt, conflictError)).toBe(1);
  await expect(retryOnConflict(losesTenTimes.attempt, conflictError)).rejects.toThrow('lost each time');
  expect([losesNineTimes, losesTenTimes].map(({ attempts }) => attempts)).toEqual([10, 10]);
});

test('an error is thrown without a retry', async () => {
  const attempt = jest.fn(() => Promise.reject(new Error('no table')));

  await expect(retryOnConflict(attempt, conflictError)).rejects.toThrow('no table');

  expect(attempt).toHaveBeenCalledTimes(1);
});

test('each attempt reads the record that the previous winner wrote', async () => {
  const key = aKey<{ names: string[] }>();
  await db().putItem({ ...key, names: ['first'] });
  const addName = (name: string) =>
    retryOnConflict(async () => {
      const { names } = (await db().getItem(key)) ?? { names: [] };
      return db().updateItem(key, { set: { names: [...names, name] } }, unchanged({ names }));
    }, conflictError);

  // One attempt wins in each round, so the last of the five attempts loses four times.
  await Promise.all(['a', 'b', 'c', 'd', 'e'].map(addName));

  const { names } = (await db().getItem(key)) ?? { names: [] };
  expect(names.sort()).toEqual(['a', 'b', 'c', 'd', 'e', 'first']);
});

test('serviceUnavailable is a 503 with Retry-After', () => {
  expect(serviceUnavailable('The topic is being deleted')).toMatchObject({
    type: 'service_unavailable',
    status: 503,
    message: 'The topic is being deleted',
    headers: { 'Retry-After': '1' },
    outcomeUnknown: false,
  });
});
