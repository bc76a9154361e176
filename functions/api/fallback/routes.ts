import type { Route } from '../../../shared/http/route';

export const fallbackRoutes = {
  /** Every path and method that no other route has: the pipeline, then 404. */
  refuseUnknown: {
    method: 'ANY',
    path: '/{proxy+}',
    summary: 'Answers what is no route',
    scope: 'any',
    needs: [],
    responses: {},
    undocumented: true,
  },
} satisfies Record<string, Route>;
