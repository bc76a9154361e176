import type { Route } from '../../../shared/http/route';
import { UsageSchema } from './shapes';

export const usageRoutes = {
  getUsage: {
    method: 'GET',
    path: '/v1/usage',
    summary: 'Get what this billing period has used, and whether sending is locked',
    scope: 'emails:read',
    needs: [],
    answers: { 200: UsageSchema },
  },
} satisfies Record<string, Route>;
