import type { RequestListener } from 'node:http';
import { workspaceRoutes } from './workspace-routes';
import { faultRoutes } from './fault-routes';
import { dispatch, reply, type ControlRoutes } from './http';
import { mailRoutes } from './mail-routes';
import { networkRoutes } from './network-routes';
import { clockRoutes } from './clock-routes';
import type { ControlContext } from './control-context';

/** The control API on the console's port (docs/local.md). */
export function controlApi(context: ControlContext): RequestListener {
  const routes: ControlRoutes = {
    ...workspaceRoutes(context),
    ...mailRoutes(context),
    ...clockRoutes(context),
    ...networkRoutes(context),
    ...faultRoutes(context),
  };
  const listCalls = () => reply(200, { service: 'Carrier Nest, local', calls: Object.keys(routes) });
  routes['GET /'] = listCalls;
  routes['GET /control'] = listCalls;
  return (request, response) => {
    void dispatch(routes, request, response);
  };
}
