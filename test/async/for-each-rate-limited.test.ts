import fc from 'fast-check';
import { forEachRateLimited } from '../../shared/async/for-each-rate-limited';

const unlimitedRate = { concurrencyMax: 3, perSecondMax: Infinity };

const tick = () => new Promise((resolve) => setImmediate(resolve));

test('each item is processed once, in order, and with at most the allowed concurrency', async () => {
  const cases = fc.asyncProperty(
    fc.nat(50),
    fc.integer({ min: 1, max: 10 }),
    async (count, concurrencyMax) => {
      const items = Array.from({ length: count }, (_, index) => index);
      const started: number[] = [];
      let running = 0;
      let runningMax = 0;

      await forEachRateLimited(items, { ...unlimitedRate, concurrencyMax }, async (item) => {
        started.push(item);
        runningMax = Math.max(runningMax, ++running);
        await tick();
        running--;
      });

      expect(started).toEqual(items);
      expect(runningMax).toBeLessThanOrEqual(concurrencyMax);
      expect(running).toBe(0);
    },
  );

  await fc.assert(cases);
});

test('a failure is thrown, and no further item is started', async () => {
  const started: number[] = [];
  const task = async (item: number) => {
    started.push(item);
    await tick();
    if (item === 4) throw new Error('item 4');
  };

  await expect(forEachRateLimited([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], unlimitedRate, task)).rejects.toThrow(
    'item 4',
  );
  await tick();

  expect(started.length).toBeLessThanOrEqual(6);
});

test('a failure is thrown only after all started items have ended', async () => {
  const ended: number[] = [];
  const task = async (item: number) => {
    if (item === 1) throw new Error('item 1');
    await tick();
    await tick();
    ended.push(item);
  };

  await expect(forEachRateLimited([1, 2, 3, 4, 5], unlimitedRate, task)).rejects.toThrow('item 1');

  expect(ended).toEqual([2, 3]);
});

test('after shouldStop returns true, no item starts or waits for its slot', async () => {
  const started: number[] = [];
  const startedAt = Date.now();

  await forEachRateLimited(
    [1, 2, 3, 4],
    { concurrencyMax: 2, perSecondMax: 0.01, shouldStop: () => started.length > 0 },
    (item) => Promise.resolve(void started.push(item)),
  );

  expect(started).toEqual([1]);
  expect(Date.now() - startedAt).toBeLessThan(50_000);
});

test('items are started no faster than the given rate', async () => {
  const startedAt = Date.now();

  await forEachRateLimited(Array(21).fill(0), { concurrencyMax: 10, perSecondMax: 100 }, () =>
    Promise.resolve(),
  );

  expect(Date.now() - startedAt).toBeGreaterThanOrEqual(195);
});
