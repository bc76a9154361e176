import type { ExamplesOf } from '../../../shared/http/examples';
import type { inboxRoutes } from './routes';

const inbox = {
  id: '01a1fdb3-2c4e-7d52-9b61-7e3f0a5c8d24',
  address: 'signup-bot@mail.acme.example',
  display_name: 'Acme Sign-up',
  client_id: 'tenant-42',
  metadata: { plan: 'trial' },
  policy: null,
  created_at: '2026-11-21T10:42:30.286Z',
};

export const inboxExamples = {
  createInbox: {
    named: {
      summary: 'An inbox for a tenant',
      body: {
        username: 'signup-bot',
        display_name: 'Acme Sign-up',
        client_id: 'tenant-42',
        metadata: { plan: 'trial' },
      },
      status: 201,
      response: inbox,
    },
    existing: {
      summary: 'A repeated client_id',
      body: { client_id: 'tenant-42' },
      status: 200,
      response: { ...inbox, key: null },
    },
  },
  listInboxes: {
    ofClient: {
      summary: 'The inbox of a tenant',
      query: { client_id: 'tenant-42' },
      status: 200,
      response: { object: 'list', data: [inbox], has_more: false, next_cursor: null },
    },
  },
  getInbox: {
    byId: { summary: 'An inbox', params: { id: inbox.id }, status: 200, response: inbox },
  },
  updateInbox: {
    metadata: {
      summary: 'Other metadata',
      params: { id: inbox.id },
      body: { metadata: { plan: 'pro' } },
      status: 200,
      response: { ...inbox, metadata: { plan: 'pro' } },
    },
  },
  deleteInbox: {
    byId: {
      summary: 'An inbox without limited keys',
      params: { id: inbox.id },
      status: 200,
      response: { id: inbox.id, deleted: true, keys_revoked: 0 },
    },
  },
} satisfies ExamplesOf<typeof inboxRoutes>;
