import fc from 'fast-check';
import {
  attemptsMax,
  fitsQueueDelay,
  nextAttemptAt,
} from '../../../shared/domain/platform/webhooks/attempt-times';
import { hourMs, toIso, minuteMs } from '../../../shared/core/time';

const start = Date.UTC(2026, 10, 10, 8);

beforeEach(() => jest.useFakeTimers({ now: start }));

afterEach(() => jest.useRealTimers());

const advanceTo = (ms: number) => jest.setSystemTime(start + ms);

// W-23
test('there are six attempts', () => {
  expect(attemptsMax).toBe(6);
  expect(nextAttemptAt(toIso(start), 6)).toBeUndefined();
});

test.each([
  [1, minuteMs],
  [2, 5 * minuteMs],
  [3, 30 * minuteMs],
  [4, 2 * hourMs],
  [5, 12 * hourMs],
])(
  'after %d attempts, the next attempt is due %d ms after the event, regardless of the duration of the last attempt',
  (attempts, dueMs) => {
    const times = [0, 10_000, dueMs - 1].map((tookMs) => {
      advanceTo(tookMs);
      return nextAttemptAt(toIso(start), attempts);
    });

    expect(times).toEqual([start + dueMs, start + dueMs, start + dueMs]);
  },
);

test('an attempt whose time has passed is due a minute later', () => {
  const dueMs = [0, minuteMs, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 12 * hourMs];
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 5 }), fc.nat(48 * hourMs), (attempts, sinceMs) => {
      advanceTo(sinceMs);
      const due = dueMs[attempts] ?? Number.NaN;

      expect(nextAttemptAt(toIso(start), attempts)).toBe(start + (due > sinceMs ? due : sinceMs + minuteMs));
    }),
  );
});

test.each([
  [0, true],
  [15 * minuteMs, true],
  [15 * minuteMs + 1, false],
  [12 * hourMs, false],
])('an SQS delay can cover %d ms: %s', (aheadMs, expected) => {
  expect(fitsQueueDelay(start + aheadMs)).toBe(expected);
});
