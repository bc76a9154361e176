import { AdaptiveConcurrency } from '../../shared/async/adaptive-concurrency';
import { forEachRateLimited } from '../../shared/async/for-each-rate-limited';

const concurrencyMax = 20;

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** Makes as many calls as the limit allows, in rounds, to a service that answers each call after `answerMs`. */
async function callInRounds(
  concurrency: AdaptiveConcurrency,
  { rounds, answerMs, isAnswered = true }: { rounds: number; answerMs: number; isAnswered?: boolean },
): Promise<number[]> {
  const limits = [];
  for (let round = 0; round < rounds; round += 1) {
    const call = () => new Promise<boolean>((resolve) => setTimeout(() => resolve(isAnswered), answerMs));
    const calls = Array.from({ length: concurrency.limit }, () =>
      concurrency.measure(call, (answered) => answered),
    );
    await jest.advanceTimersByTimeAsync(answerMs);
    await Promise.all(calls);
    limits.push(concurrency.limit);
  }
  return limits;
}

test('fast answers raise the limit by one each, up to the maximum', async () => {
  const concurrency = new AdaptiveConcurrency(concurrencyMax);

  expect(await callInRounds(concurrency, { rounds: 3, answerMs: 500 })).toEqual([10, 20, 20]);
});

test('answers that are neither fast nor slow keep the limit', async () => {
  for (const answerMs of [501, 2_000])
    expect(await callInRounds(new AdaptiveConcurrency(concurrencyMax), { rounds: 2, answerMs })).toEqual([
      5, 5,
    ]);
});

test.each([
  ['slow answers', { answerMs: 2_001 }],
  ['missing answers', { answerMs: 50, isAnswered: false }],
])('%s halve the limit once for all calls that were made together, down to one', async (_title, service) => {
  const concurrency = new AdaptiveConcurrency(concurrencyMax);
  await callInRounds(concurrency, { rounds: 2, answerMs: 100 });

  expect(await callInRounds(concurrency, { rounds: 5, ...service })).toEqual([10, 5, 2, 1, 1]);
  expect(await callInRounds(concurrency, { rounds: 2, answerMs: 100 })).toEqual([2, 4]);
});

test('a loop follows a limit that changes while it runs', async () => {
  let limit = 1;
  let [running, runningMax] = [0, 0];
  const loop = forEachRateLimited(
    Array(8).fill(0),
    { concurrencyMax: 4, concurrencyNow: () => limit, perSecondMax: Infinity },
    async () => {
      runningMax = Math.max(runningMax, ++running);
      await new Promise((resolve) => setTimeout(resolve, 100));
      running -= 1;
    },
  );
  await jest.advanceTimersByTimeAsync(250);
  expect(runningMax).toBe(1);

  limit = 3;
  await jest.advanceTimersByTimeAsync(1_000);
  expect(runningMax).toBe(3);
  await loop;
});
