import type { ExamplesOf } from '../../../shared/http/examples';
import type { webhookEndpointRoutes } from './routes';

const endpoint = {
  id: '01a1fd62-9a7c-7d18-b4e5-0c6f3a8d2b71',
  url: 'https://hooks.acme.example/mail',
  events: ['delivery' as const, 'inbound' as const],
  enabled: true,
  created_at: '2026-11-21T09:14:21.180Z',
};

const disabled = { ...endpoint, events: [...endpoint.events, 'bounce' as const], enabled: false };

export const webhookEndpointExamples = {
  createWebhookEndpoint: {
    deliveriesAndAnswers: {
      summary: 'An endpoint for deliveries and replies',
      body: { url: 'https://hooks.acme.example/mail', events: ['delivery', 'inbound'] },
      status: 201,
      response: { ...endpoint, secret: 'whsec_thisIsAnExampleAndNoEndpointHasIt0000000000' },
    },
  },
  listWebhookEndpoints: {
    one: {
      summary: 'A workspace with one endpoint',
      query: { limit: 20 },
      status: 200,
      response: { object: 'list', data: [endpoint], has_more: false, next_cursor: null },
    },
  },
  listWebhookDeliveries: {
    latest: {
      summary: 'The latest delivery',
      params: { id: endpoint.id },
      query: { limit: 1 },
      status: 200,
      response: {
        object: 'list',
        data: [
          {
            id: '01a1fd7b-b2d4-7f6a-9b23-e5d0c7a4f816',
            event: 'inbound',
            status: 'success',
            attempts: 1,
            last_status_code: 200,
            last_error: null,
            created_at: '2026-11-21T09:41:44.980Z',
            delivered_at: '2026-11-21T09:41:45.215Z',
          },
        ],
        has_more: true,
        next_cursor: null,
      },
    },
  },
  updateWebhookEndpoint: {
    disable: {
      summary: 'Bounces added, and deliveries disabled',
      params: { id: endpoint.id },
      body: { events: ['delivery', 'inbound', 'bounce'], enabled: false },
      status: 200,
      response: disabled,
    },
  },
  deleteWebhookEndpoint: {
    byId: {
      summary: 'An endpoint that is no longer used',
      params: { id: endpoint.id },
      status: 200,
      response: { id: endpoint.id, deleted: true },
    },
  },
} satisfies ExamplesOf<typeof webhookEndpointRoutes>;
