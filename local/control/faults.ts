import { z } from 'zod';
import { InvalidFault } from '../aws/front/faults';
import { ControlError, reply, type ControlRoutes } from './http';
import type { World } from './world';

const Settings = z.strictObject({ auto_delivery: z.boolean() });

/** Failures to order, the calls that were made, the runtime's settings, and a cold start. */
export const faultRoutes = ({ faults, calls, pool, settings }: World): ControlRoutes => ({
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
