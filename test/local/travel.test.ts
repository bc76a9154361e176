import type { Activity } from '../../packages/local/src/clock/activity';
import { Clock } from '../../packages/local/src/clock/clock';
import { travel } from '../../packages/local/src/clock/travel';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

let clock: Clock;
let startsAt: number;
let begun: number;
/** What rang, and how many minutes after the start. */
let rang: { what: string; minute: number }[];

beforeEach(() => {
  [clock, begun, rang] = [new Clock(), 0, []];
  startsAt = clock.now();
});

afterEach(() => clock.stop());

/** Nothing takes time, and what begins is what the test says. */
const activity = (): Activity =>
  ({ settled: async () => true, begun: () => begun, delayed: () => 0 }) as never;

const note = (what: string) => rang.push({ what, minute: Math.floor((clock.now() - startsAt) / minuteMs) });

function everyMinute(work: (minute: number) => void = () => undefined): void {
  const rings = () => {
    note('sweep');
    work(Math.floor((clock.now() - startsAt) / minuteMs));
    clock.at(clock.now() + minuteMs, rings, { recurs: true });
  };
  clock.at(startsAt + minuteMs, rings, { recurs: true });
}

const minutesOf = (what: string): number[] =>
  rang.filter((one) => one.what === what).map(({ minute }) => minute);

const move = (ms: number): Promise<number> => travel(clock, activity(), startsAt + ms);

test('what falls due once rings in its order, at its time', async () => {
  for (const minute of [90, 30, 60]) clock.at(startsAt + minute * minuteMs, () => note(`at ${minute}`));

  await move(2 * hourMs);

  expect(rang).toEqual([30, 60, 90].map((minute) => ({ what: `at ${minute}`, minute })));
});

test('what recurs rings less and less often in a quiet time, and at its end', async () => {
  everyMinute();

  await move(30 * 24 * hourMs);

  expect(minutesOf('sweep').length).toBeLessThan(15);
  expect(minutesOf('sweep').slice(0, 4)).toEqual([1, 11, 41, 131]);
  expect(minutesOf('sweep').at(-1)).toBe(30 * 24 * 60);
});

test('what only a sweep can find is found on the way, and what follows from it as soon as ever', async () => {
  everyMinute((minute) => {
    if (minute === 41) begun += 1;
  });

  await move(60.5 * minuteMs);

  expect(minutesOf('sweep')).toEqual([1, 11, 41, 42, 52, 60]);
});

test('where something falls due, what recurs rings at once, as if no time was skipped', async () => {
  everyMinute();
  clock.at(startsAt + 60 * minuteMs, () => {
    begun += 1;
  });

  await move(62.5 * minuteMs);

  expect(minutesOf('sweep').filter((minute) => minute >= 60)).toEqual([60, 62]);
});

test('afterwards it rings as often as before', async () => {
  everyMinute();
  await move(24 * hourMs);

  expect((clock.nextDueAt() ?? 0) - clock.now()).toBeLessThanOrEqual(minuteMs);
});
