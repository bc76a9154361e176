import type { Route } from '../../../shared/http/route';
import { UsageSchema } from './shapes';

export const usageRoutes = {
  getUsage: {
    method: 'GET',
    path: '/v1/usage',
    summary: 'Get the usage of this billing period, and whether sending is locked',
    description:
      'Returns usage in recipients. Received mail is free. `lock_reason` is the error type that a send ' +
      'to one recipient would get now, so check this field before a large job. `emails_remaining` is ' +
      'null if the plan has no limit.',
    scope: 'emails:read',
    needs: [],
    responses: { 200: UsageSchema },
  },
} satisfies Record<string, Route>;
