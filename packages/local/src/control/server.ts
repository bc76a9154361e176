import type { RequestListener } from 'node:http';
import { arrangeRoutes } from './arrange';
import { faultRoutes } from './faults';
import { dispatch, reply, type ControlRoutes } from './http';
import { mailRoutes } from './mail';
import { networkRoutes } from './network';
import { timeRoutes } from './time';
import type { World } from './world';

/** The control API on the console's port (docs/local.md). */
export function controlApi(world: World): RequestListener {
  const routes: ControlRoutes = {
    ...arrangeRoutes(world),
    ...mailRoutes(world),
    ...timeRoutes(world),
    ...networkRoutes(world),
    ...faultRoutes(world),
  };
  routes['GET /'] = () => reply(200, { service: 'Carrier Nest, local', calls: Object.keys(routes) });
  return (request, response) => {
    void dispatch(routes, request, response);
  };
}
