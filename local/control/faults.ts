import { z } from 'zod';
import { InvalidFault } from '../aws/faults';
import type { Runtime } from '../runtime';
import { ControlError, reply, type ControlRoutes } from './http';

const Settings = z.strictObject({ auto_delivery: z.boolean() });

/** Failures on order, what was called, and the runtime's own settings. */
export const faultRoutes = ({ faults, calls, pool, settings }: Runtime): ControlRoutes => ({
  'POST /control/faults': ({ body }) => {
    try {
      return reply(201, { id: faults.add(body(z.unknown())) });
    } catch (error) {
      if (error instanceof InvalidFault) throw new ControlError(error.message);
      throw error;
    }
  },
  'DELETE /control/faults': () => {
    faults.clear();
    return reply(200, {});
  },

  'GET /control/calls': ({ query }) => {
    const since = query.get('since') ?? undefined;
    if (since !== undefined && Number.isNaN(Date.parse(since))) {
      throw new ControlError('since: must be an ISO 8601 time');
    }
    return reply(200, { data: calls.since(since) });
  },

  'PATCH /control/settings': ({ body }) => {
    settings.autoDelivery = body(Settings).auto_delivery;
    return reply(200, { auto_delivery: settings.autoDelivery });
  },

  'POST /control/restart': async () => {
    await pool.restart();
    return reply(200, {});
  },
});
