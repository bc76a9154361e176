import { isIP } from 'node:net';
import { HostRoute } from '../network/hosts';
import { NameSettings } from '../network/zone';
import { ControlError, reply, type ControlRoutes } from './http';
import type { ControlContext } from './control-context';

/** Routes for DNS records of the functions' resolver, and for host names that connect to a port of this machine. */
export const networkRoutes = ({ zone, hosts }: ControlContext): ControlRoutes => ({
  'GET /control/dns': () =>
    reply(200, { data: zone.list().map(({ name, settings }) => ({ name, ...settings })) }),
  'PUT /control/dns/{name}': ({ params: { name = '' }, body }) => {
    zone.put(name, body(NameSettings));
    return reply(200, { name, ...zone.get(name) });
  },
  'DELETE /control/dns/{name}': ({ params: { name = '' } }) =>
    reply(200, { name, deleted: zone.delete(name) }),

  'GET /control/hosts': () => reply(200, { data: hosts.list() }),
  'PUT /control/hosts/{name}': ({ params: { name = '' }, body }) => {
    if (!isHostName(name))
      throw new ControlError(`${name}: must be a host name such as hooks.acme.example, without a port`);
    return reply(200, hosts.put(name, body(HostRoute)));
  },
  'DELETE /control/hosts/{name}': ({ params: { name = '' } }) =>
    reply(200, { name, deleted: hosts.delete(name) }),
});

/** Requires at least two labels, because the service refuses a webhook host without a dot as not public. */
const isHostName = (name: string): boolean =>
  /^[a-z0-9_-]+(\.[a-z0-9_-]+)+\.?$/i.test(name) && isIP(name) === 0;
