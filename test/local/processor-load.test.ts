import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { ProcessorLoad } from '../../packages/local/src/lambda/processor-load';

/** Lets the main thread idle, which would otherwise count as busy. */
const rest = () => sleep(200);

test('the load is high if more threads are busy than twice the number of processors', async () => {
  const threads = Array.from({ length: 3 * availableParallelism() }, () => ({ takeUtilization: () => 1 }));
  const atEdge = threads.slice(0, 2 * availableParallelism());

  const halfBusy = threads.map(() => ({ takeUtilization: () => 0.5 }));
  const loads = [atEdge, [...atEdge, { takeUtilization: () => 0.1 }], halfBusy].map(
    (measured) => new ProcessorLoad(() => measured),
  );
  await rest();

  expect(loads.map((load) => load.isHigh())).toEqual([false, true, false]);
});

test('the load is high if the main thread is always busy', () => {
  const load = new ProcessorLoad(() => []);
  for (const startedAt = performance.now(); performance.now() - startedAt < 200;);

  expect(load.isHigh()).toBe(true);
});

test('the load is measured again after 50 ms at the earliest', () => {
  let samples = 0;
  const load = new ProcessorLoad(() => {
    samples += 1;
    return [];
  });
  const startedAt = performance.now();
  for (let call = 0; call < 100; call += 1) load.isHigh();

  expect(samples).toBeLessThanOrEqual(1 + Math.floor((performance.now() - startedAt) / 50));
});
