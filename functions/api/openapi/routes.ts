import * as z from '../../../shared/schema/schema';
import type { Route } from '../../../shared/http/route';

export const openapiRoutes = {
  getOpenapi: {
    method: 'GET',
    path: '/v1/openapi.json',
    summary: 'This document',
    description: 'For generators and for agents. It needs no credential and counts on no allowance.',
    scope: 'public',
    needs: [],
    responses: { 200: z.record(z.string(), z.unknown()) },
  },
} satisfies Record<string, Route>;
