import fc from 'fast-check';
import { runPaced } from '../../shared/async/run-paced';

const unhurried = { atOnceMax: 3, perSecondMax: Infinity };

const tick = () => new Promise((resolve) => setImmediate(resolve));

test('the work is done once for each item, in their order and never more at once than allowed', async () => {
  const cases = fc.asyncProperty(fc.nat(50), fc.integer({ min: 1, max: 10 }), async (count, atOnceMax) => {
    const items = Array.from({ length: count }, (_, index) => index);
    const started: number[] = [];
    let running = 0;
    let runningMax = 0;

    await runPaced(items, { ...unhurried, atOnceMax }, async (item) => {
      started.push(item);
      runningMax = Math.max(runningMax, ++running);
      await tick();
      running--;
    });

    expect(started).toEqual(items);
    expect(runningMax).toBeLessThanOrEqual(atOnceMax);
    expect(running).toBe(0);
  });

  await fc.assert(cases);
});

test('a failure is thrown, and nothing is begun after it', async () => {
  const started: number[] = [];
  const work = async (item: number) => {
    started.push(item);
    await tick();
    if (item === 4) throw new Error('item 4');
  };

  await expect(runPaced([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], unhurried, work)).rejects.toThrow('item 4');
  await tick();

  expect(started.length).toBeLessThanOrEqual(6);
});

test('a failure is thrown once all that had begun has ended', async () => {
  const ended: number[] = [];
  const work = async (item: number) => {
    if (item === 1) throw new Error('item 1');
    await tick();
    await tick();
    ended.push(item);
  };

  await expect(runPaced([1, 2, 3, 4, 5], unhurried, work)).rejects.toThrow('item 1');

  expect(ended).toEqual([2, 3]);
});

test('nothing begins, and nobody waits for their turn, once all is over', async () => {
  const started: number[] = [];
  const startedAt = Date.now();

  await runPaced(
    [1, 2, 3, 4],
    { atOnceMax: 2, perSecondMax: 0.01, isOver: () => started.length > 0 },
    (item) => Promise.resolve(void started.push(item)),
  );

  expect(started).toEqual([1]);
  expect(Date.now() - startedAt).toBeLessThan(50_000);
});

test('the pace is kept', async () => {
  const startedAt = Date.now();

  await runPaced(Array(21).fill(0), { atOnceMax: 10, perSecondMax: 100 }, () => Promise.resolve());

  expect(Date.now() - startedAt).toBeGreaterThanOrEqual(195);
});
