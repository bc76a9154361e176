import type { Route } from '../../../shared/http/route';

export const fallbackRoutes = {
  /** Handles every path and method without a route. The pipeline runs first, so the response can also be 401 or 429. */
  refuseUnknown: {
    method: 'ANY',
    path: '/{proxy+}',
    summary: 'Responds to unknown routes with 404',
    scope: 'any',
    inboxAccess: 'shared',
    needs: [],
    responses: {},
    undocumented: true,
  },
} satisfies Record<string, Route>;
