import type { ExamplesOf } from '../../../shared/http/examples';
import { receivedReply } from '../inbound/examples';
import type { feedRoutes } from './routes';

const feed = {
  id: '01a1fdc4-51b0-7a3e-8c27-94d06b5fe318',
  events: ['inbound' as const],
  inbox_id: null,
  created_at: '2026-11-21T09:14:21.180Z',
};

const cursor = 'MDFhMWZkYzQtNTFiMC03YTNlLThjMjctOTRkMDZiNWZlMzE4IDE3OTUyNTQ5MDQ5ODEgMCAxNzk1MjU0OTA1MDYw';

const nextCursor = 'MDFhMWZkYzQtNTFiMC03YTNlLThjMjctOTRkMDZiNWZlMzE4IDE3OTUyNTQ5MDQ5ODEgMCAxNzk1MjU0OTA1MDYx';

export const feedExamples = {
  createFeed: {
    received: {
      summary: 'A feed of received mail',
      body: { events: ['inbound'] },
      status: 201,
      response: feed,
    },
  },
  listFeeds: {
    one: {
      summary: 'A workspace with one feed',
      status: 200,
      response: { object: 'list', data: [feed], has_more: false, next_cursor: null },
    },
  },
  getFeedEvents: {
    waiting: {
      summary: 'The next event',
      params: { id: feed.id },
      query: { wait: 25 },
      status: 200,
      response: {
        object: 'list',
        data: [{ cursor, event: receivedReply }],
        has_more: false,
        next_cursor: nextCursor,
      },
    },
  },
  deleteFeed: {
    byId: {
      summary: 'A feed that is no longer used',
      params: { id: feed.id },
      status: 200,
      response: { id: feed.id, deleted: true },
    },
  },
} satisfies ExamplesOf<typeof feedRoutes>;
