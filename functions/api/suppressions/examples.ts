import type { ExamplesOf } from '../../../shared/http/examples';
import type { suppressionRoutes } from './routes';

const max = {
  id: '01a1fdad-c916-7e50-8b3f-2d7a9c4e6f18',
  email: 'max@example.com',
  reason: 'manual' as const,
  scope: 'all' as const,
  detail: null,
  created_at: '2026-11-21T10:36:58.646Z',
};

export const suppressionExamples = {
  createSuppression: {
    byHand: {
      summary: 'An address that must not be mailed',
      body: { email: 'Max@example.com' },
      status: 201,
      response: max,
    },
  },
  listSuppressions: {
    ofOne: {
      summary: 'A search for one address',
      query: { email: 'max@example.com' },
      status: 200,
      response: { object: 'list', data: [max], has_more: false, next_cursor: null },
    },
  },
  createSuppressionBatch: {
    unsubscribed: {
      summary: 'Addresses that unsubscribed in another service',
      body: { emails: ['ann@example.com', 'Ann@example.com', 'bob@example.com'], reason: 'unsubscribe' },
      status: 201,
      response: { suppressed: 2, duplicates: 1 },
    },
  },
  deleteSuppressionBatch: {
    marketing: {
      summary: 'Addresses that resubscribed to marketing mail',
      body: { emails: ['ann@example.com', 'bob@example.com'], scope: 'marketing' },
      status: 200,
      response: { removed: 2 },
    },
  },
  deleteSuppression: {
    all: {
      summary: 'An address that may be mailed again',
      params: { email: 'max@example.com' },
      query: { scope: 'all' },
      status: 200,
      response: { email: 'max@example.com', scope: 'all', removed: true },
    },
  },
} satisfies ExamplesOf<typeof suppressionRoutes>;
