import type { Activity } from '../../packages/local/src/clock/activity';
import { Clock } from '../../packages/local/src/clock/clock';
import { moveClock } from '../../packages/local/src/clock/move-clock';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

let clock: Clock;
let startMs: number;
let startedCount: number;
/** The timers that fired, each with the minutes since the start. */
let firings: { what: string; minute: number }[];

beforeEach(() => {
  [clock, startedCount, firings] = [new Clock(), 0, []];
  startMs = clock.now();
});

afterEach(() => clock.stop());

/** Simulates work that takes no time. Only the tests start work, by increasing `startedCount`. */
const activity = (): Activity =>
  ({
    waitUntilIdle: () => Promise.resolve(true),
    startedCount: () => startedCount,
    delayedCount: () => 0,
  }) as never;

const recordFiring = (what: string) =>
  firings.push({ what, minute: Math.floor((clock.now() - startMs) / minuteMs) });

function scheduleEveryMinute(work: (minute: number) => void = () => undefined): void {
  const fire = () => {
    recordFiring('sweep');
    work(Math.floor((clock.now() - startMs) / minuteMs));
    clock.runAt(clock.now() + minuteMs, fire, { recurs: true });
  };
  clock.runAt(startMs + minuteMs, fire, { recurs: true });
}

const minutesOfTimer = (what: string): number[] =>
  firings.filter((firing) => firing.what === what).map(({ minute }) => minute);

const advance = (ms: number): Promise<number> => moveClock(clock, activity(), startMs + ms);

// L-11
test('one-time timers fire in order, each at its own time', async () => {
  for (const minute of [90, 30, 60])
    clock.runAt(startMs + minute * minuteMs, () => recordFiring(`at ${minute}`));

  await advance(2 * hourMs);

  expect(firings).toEqual([30, 60, 90].map((minute) => ({ what: `at ${minute}`, minute })));
});

test('recurring timers fire less and less often during an idle clock move, and once at the end of the move', async () => {
  scheduleEveryMinute();

  await advance(30 * 24 * hourMs);

  expect(minutesOfTimer('sweep').length).toBeLessThan(15);
  expect(minutesOfTimer('sweep').slice(0, 4)).toEqual([1, 11, 41, 131]);
  expect(minutesOfTimer('sweep').at(-1)).toBe(30 * 24 * 60);
});

test('a sweep finds work during the move, and the next sweep follows after one minute', async () => {
  scheduleEveryMinute((minute) => {
    if (minute === 41) startedCount += 1;
  });

  await advance(60.5 * minuteMs);

  expect(minutesOfTimer('sweep')).toEqual([1, 11, 41, 42, 52, 60]);
});

test('recurring timers fire together with a one-time timer, even during a long interval', async () => {
  scheduleEveryMinute();
  clock.runAt(startMs + 60 * minuteMs, () => {
    startedCount += 1;
  });

  await advance(62.5 * minuteMs);

  expect(minutesOfTimer('sweep').filter((minute) => minute >= 60)).toEqual([60, 62]);
});

test('after the move, recurring timers fire at their normal interval', async () => {
  scheduleEveryMinute();
  await advance(24 * hourMs);

  expect((clock.nextDueAt() ?? 0) - clock.now()).toBeLessThanOrEqual(minuteMs);
});
