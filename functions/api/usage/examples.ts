import type { ExamplesOf } from '../../../shared/http/examples';
import type { usageRoutes } from './routes';

export const usageExamples = {
  getUsage: {
    free: {
      summary: 'A workspace on the free plan',
      status: 200,
      response: {
        plan: 'free',
        period_start: '2026-11-01T00:00:00.000Z',
        period_end: '2026-12-01T00:00:00.000Z',
        emails_included: 3000,
        emails_used: 12,
        emails_remaining: 2988,
        sending_locked: false,
        lock_reason: null,
        suspended_reason: null,
        estimated_cents: 0,
        budget_cents: null,
        stored_bytes: 0,
      },
    },
  },
} satisfies ExamplesOf<typeof usageRoutes>;
