import { HostRoute } from '../network/hosts';
import { NameSettings } from '../network/zone';
import { reply, type ControlRoutes } from './http';
import type { World } from './world';

/** What the functions' resolver answers, and where connections to a name end. */
export const networkRoutes = ({ zone, hosts }: World): ControlRoutes => ({
  'PUT /control/dns/{name}': ({ params: { name = '' }, body }) => {
    zone.put(name, body(NameSettings));
    return reply(200, { name, ...zone.get(name) });
  },
  'DELETE /control/dns/{name}': ({ params: { name = '' } }) =>
    reply(200, { name, deleted: zone.delete(name) }),

  'PUT /control/hosts/{name}': ({ params: { name = '' }, body }) =>
    reply(200, hosts.put(name, body(HostRoute))),
  'DELETE /control/hosts/{name}': ({ params: { name = '' } }) =>
    reply(200, { name, deleted: hosts.delete(name) }),
});
