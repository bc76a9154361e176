import * as z from '../../../shared/schema/schema';
import type { Route } from '../../../shared/http/route';

export const openapiRoutes = {
  getOpenapi: {
    method: 'GET',
    path: '/v1/openapi.json',
    summary: 'Get this OpenAPI document',
    description:
      'Returns the description of the API for generators and agents. The operation requires no credential, and its requests do not count against the rate limit.',
    scope: 'public',
    needs: [],
    responses: { 200: z.record(z.string(), z.unknown()) },
  },
} satisfies Record<string, Route>;
