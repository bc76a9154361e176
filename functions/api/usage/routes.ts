import type { Route } from '../../../shared/http/route';
import { UsageSchema } from './shapes';

export const usageRoutes = {
  getUsage: {
    method: 'GET',
    path: '/v1/usage',
    summary: 'Get what this billing period has used, and whether sending is locked',
    description:
      '`lock_reason` is the error type that a mail to one recipient would meet now, so ask before a ' +
      'large job. What counts is recipients; mail that arrives is free. `emails_remaining` is null ' +
      'where the plan has no ceiling.',
    scope: 'emails:read',
    needs: [],
    responses: { 200: UsageSchema },
  },
} satisfies Record<string, Route>;
