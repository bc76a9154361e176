import type { RequestListener } from 'node:http';
import type { Runtime } from '../runtime';
import { arrangeRoutes } from './arrange';
import { faultRoutes } from './faults';
import { dispatch, reply, type ControlRoutes } from './http';
import { mailRoutes } from './mail';
import { networkRoutes } from './network';
import { timeRoutes } from './time';

/** The control API on the console's port (docs/local.md). */
export function controlApi(runtime: Runtime): RequestListener {
  const routes: ControlRoutes = {
    ...arrangeRoutes(runtime),
    ...mailRoutes(runtime),
    ...timeRoutes(runtime),
    ...networkRoutes(runtime),
    ...faultRoutes(runtime),
  };
  routes['GET /'] = () => reply(200, { service: 'Carrier Nest, local', calls: Object.keys(routes) });
  return (request, response) => {
    void dispatch(routes, request, response);
  };
}
