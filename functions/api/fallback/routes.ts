import type { Route } from '../../../shared/http/route';

export const fallbackRoutes = {
  /** Every path and method without a route. The pipeline runs first, so a request can also get 401 or 429. */
  refuseUnknown: {
    method: 'ANY',
    path: '/{proxy+}',
    summary: 'Responds to unknown routes with 404',
    scope: 'any',
    needs: [],
    responses: {},
    undocumented: true,
  },
} satisfies Record<string, Route>;
