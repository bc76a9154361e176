import type { ExamplesOf } from '../../../shared/http/examples';
import type { topicRoutes } from './routes';

const first = {
  id: '01a1fd68-1d33-7b85-9e07-a4c2f6d8b051',
  key: 'offers',
  name: 'Offers',
  description: null,
  default_subscribed: true,
  created_at: '2026-11-21T09:20:26.803Z',
  updated_at: null,
};

const changed = {
  ...first,
  name: 'Offers of the month',
  description: 'At most once a month',
  updated_at: '2026-11-21T09:21:10.227Z',
};

const offers = {
  key: 'offers',
  name: 'Offers of the month',
  description: 'At most once a month',
  default_subscribed: true,
};

export const topicExamples = {
  saveTopic: {
    create: {
      summary: 'A new topic',
      body: { key: 'offers', name: 'Offers' },
      status: 201,
      response: first,
    },
    update: {
      summary: 'A new name for an existing topic',
      body: { key: 'offers', name: 'Offers of the month', description: 'At most once a month' },
      status: 200,
      response: changed,
    },
  },
  listTopics: {
    one: {
      summary: 'A workspace with one topic',
      status: 200,
      response: { object: 'list', data: [changed], has_more: false, next_cursor: null },
    },
  },
  importPreferences: {
    optOuts: {
      summary: 'Addresses that opted out in another service',
      params: { key: 'offers' },
      body: { emails: ['Kim@example.com', 'kim@example.com', 'max@example.com'], subscribed: false },
      status: 200,
      response: { key: 'offers', subscribed: false, updated: 2, duplicates: 1 },
    },
  },
  getPreferences: {
    optedOut: {
      summary: 'An address that opted out',
      query: { email: 'kim@example.com' },
      status: 200,
      response: { email: 'kim@example.com', topics: [{ ...offers, subscribed: false }] },
    },
  },
  savePreferences: {
    optIn: {
      summary: 'An address that opts in again',
      body: { email: 'kim@example.com', topics: { offers: true } },
      status: 200,
      response: { email: 'kim@example.com', topics: [{ ...offers, subscribed: true }] },
    },
  },
  deleteTopic: {
    byKey: {
      summary: 'A topic that is no longer used',
      params: { key: 'offers' },
      status: 200,
      response: { key: 'offers', deleted: true },
    },
  },
} satisfies ExamplesOf<typeof topicRoutes>;
