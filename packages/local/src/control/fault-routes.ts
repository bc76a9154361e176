import { Readable } from 'node:stream';
import { z } from 'zod';
import { FaultInput, InvalidFault } from '../aws/front/faults';
import { parseIsoMs } from '../clock/parse-iso-ms';
import { ControlError, reply, type ControlRoutes } from './http';
import type { ControlContext } from './control-context';

const Settings = z.strictObject({
  auto_delivery: z.boolean().optional(),
  max_send_rate: z.number().positive().nullish(),
  max_24_hour_send: z.int().nonnegative().nullish(),
});

/** Faults, AWS calls, runtime settings and restarts. */
export const faultRoutes = ({
  faults,
  calls,
  pool,
  settings,
  mail: { ses },
}: ControlContext): ControlRoutes => ({
  'POST /control/faults': ({ body }) => {
    try {
      return reply(201, { id: faults.add(body(FaultInput)) });
    } catch (error) {
      if (error instanceof InvalidFault) throw new ControlError(error.message);
      throw error;
    }
  },
  'GET /control/faults': () => reply(200, { data: faults.list(), services: faults.supportedOperations() }),
  'DELETE /control/faults': () => {
    faults.clear();
    return reply(200, {});
  },

  'GET /control/calls': ({ query }) => {
    const since = query.get('since') ?? undefined;
    if (since !== undefined && Number.isNaN(parseIsoMs(since))) {
      throw new ControlError('since: must be an ISO 8601 time');
    }
    const limit = Number(query.get('limit') ?? Number.NaN);
    const rows = limit >= 1 ? calls.since(since).slice(-Math.floor(limit)) : calls.since(since);
    return { status: 200, body: Readable.from(streamRows(rows)), contentType: 'application/json' };
  },

  'PATCH /control/settings': ({ body }) => {
    const changes = body(Settings);
    settings.autoDelivery = changes.auto_delivery ?? settings.autoDelivery;
    ses.limits.set({ max24HourSend: changes.max_24_hour_send, maxSendRate: changes.max_send_rate });
    return reply(200, { ...changes, auto_delivery: settings.autoDelivery });
  },

  'POST /control/restart': async () => {
    await pool.restart();
    return reply(200, {});
  },
});

const rowsPerChunk = 1_000;

/** Streams `{ data: rows }` in chunks, because a million rows are too much text to hold in memory at once. */
function* streamRows(rows: readonly object[]): Generator<string> {
  yield '{"data":[';
  for (let start = 0; start < rows.length; start += rowsPerChunk) {
    const chunk = rows.slice(start, start + rowsPerChunk).map((row) => JSON.stringify(row));
    yield `${start > 0 ? ',' : ''}${chunk.join(',')}`;
  }
  yield ']}';
}
