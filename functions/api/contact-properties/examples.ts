import type { ExamplesOf } from '../../../shared/http/examples';
import type { contactPropertyRoutes } from './routes';

const seats = {
  key: 'seats',
  name: 'Seats',
  type: 'number' as const,
  created_at: '2026-11-21T09:22:03.118Z',
  updated_at: null,
};

const renamed = { ...seats, name: 'Seats in use', updated_at: '2026-11-21T09:22:41.530Z' };

export const contactPropertyExamples = {
  saveContactProperty: {
    create: {
      summary: 'A numeric property',
      body: { key: 'seats', name: 'Seats', type: 'number' },
      status: 201,
      response: seats,
    },
    rename: {
      summary: 'A new name for an existing property',
      body: { key: 'seats', name: 'Seats in use' },
      status: 200,
      response: renamed,
    },
  },
  listContactProperties: {
    one: {
      summary: 'A workspace with one property',
      status: 200,
      response: { object: 'list', data: [renamed], has_more: false, next_cursor: null },
    },
  },
  deleteContactProperty: {
    byKey: {
      summary: 'A property that is no longer used',
      params: { key: 'seats' },
      status: 200,
      response: { key: 'seats', deleted: true },
    },
  },
} satisfies ExamplesOf<typeof contactPropertyRoutes>;
