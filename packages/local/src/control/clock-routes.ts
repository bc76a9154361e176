import { z } from 'zod';
import { moveClock } from '../clock/move-clock';
import { ControlError, reply, type ControlRoutes } from './http';
import type { ControlContext } from './control-context';

const Move = z.union([
  z.strictObject({
    advance_ms: z
      .number()
      .min(0)
      .max(100 * 365 * 86_400_000),
  }),
  z.strictObject({ set: z.iso.datetime({ offset: true }) }),
]);

const Settle = z.strictObject({ timeout_ms: z.number().min(0).default(30_000) });

/** The latest time of the clock. The service compares times as strings, which requires years of four digits. */
const lastInstant = Date.parse('9999-12-31T23:59:59.999Z');

const iso = (ms: number): string => new Date(ms).toISOString();

/** The calls that move the clock and wait until the runtime is idle. */
export const clockRoutes = ({ clock, activity, readDueWork }: ControlContext): ControlRoutes => ({
  'GET /control/clock': () => reply(200, { now: iso(clock.now()) }),

  'POST /control/clock': async ({ body }) => {
    const move = body(Move);
    const now = clock.now();
    const instant = 'set' in move ? Date.parse(move.set) : now + move.advance_ms;
    if (instant < now)
      throw new ControlError(`The clock only moves forward. The current time is ${iso(now)}`);
    if (instant > lastInstant) throw new ControlError(`The clock cannot move past ${iso(lastInstant)}`);
    return reply(200, { now: iso(await moveClock(clock, activity, instant)) });
  },

  'POST /control/settle': async ({ body }) => {
    const { timeout_ms } = body(Settle);
    const start = performance.now();
    if (!(await activity.waitUntilIdle(timeout_ms))) {
      throw new ControlError(`Functions or messages are still active after ${timeout_ms} ms`, 504);
    }
    const waited_ms = Math.round(performance.now() - start);
    return reply(200, { waited_ms, delayed: activity.delayedCount(), waiting: await readDueWork() });
  },
});
