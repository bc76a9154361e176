import type { ExamplesOf } from '../../../shared/http/examples';
import type { templateRoutes } from './routes';

const first = {
  id: '01a1fd64-70d9-7e42-a51c-8b3f6d0e2c97',
  slug: 'order-shipped',
  name: 'Order shipped',
  subject: 'Your order {{order_id}} has shipped',
  html: '<p>Dear {{name}}, it left today.</p>',
  text: null,
  variables: ['order_id', 'name'],
  created_at: '2026-11-21T09:16:20.185Z',
  updated_at: null,
};

const changed = {
  ...first,
  html: '<p>Dear {{name}}, it left today and arrives on Friday.</p>',
  text: 'Dear {{name}}, it left today and arrives on Friday.',
  updated_at: '2026-11-21T09:17:05.633Z',
};

const copyOf = {
  ...changed,
  id: '01a1fd66-0bf4-7a9d-8c70-5e2d9f1b4a36',
  slug: 'order-shipped-b',
  name: 'Order shipped, B',
  created_at: '2026-11-21T09:18:05.428Z',
  updated_at: null,
};

export const templateExamples = {
  saveTemplate: {
    create: {
      summary: 'A new template',
      body: {
        slug: 'order-shipped',
        name: 'Order shipped',
        subject: 'Your order {{order_id}} has shipped',
        html: '<p>Dear {{name}}, it left today.</p>',
      },
      status: 201,
      response: first,
    },
    update: {
      summary: 'New content for an existing template',
      body: {
        slug: 'order-shipped',
        name: 'Order shipped',
        subject: 'Your order {{order_id}} has shipped',
        html: '<p>Dear {{name}}, it left today and arrives on Friday.</p>',
        text: 'Dear {{name}}, it left today and arrives on Friday.',
      },
      status: 200,
      response: changed,
    },
  },
  listTemplates: {
    one: {
      summary: 'A workspace with one template',
      status: 200,
      response: { object: 'list', data: [changed], has_more: false, next_cursor: null },
    },
  },
  getTemplate: {
    bySlug: {
      summary: 'A template by its slug',
      params: { slug: 'order-shipped' },
      status: 200,
      response: changed,
    },
  },
  renderTemplate: {
    values: {
      summary: 'A template with values for its placeholders',
      params: { slug: 'order-shipped' },
      body: { variables: { name: 'Kim & Lee', order_id: '77' } },
      status: 200,
      response: {
        subject: 'Your order 77 has shipped',
        html: '<p>Dear Kim &amp; Lee, it left today and arrives on Friday.</p>',
        text: 'Dear Kim & Lee, it left today and arrives on Friday.',
      },
    },
  },
  duplicateTemplate: {
    variant: {
      summary: 'A copy under a new slug',
      params: { slug: 'order-shipped' },
      body: { slug: 'order-shipped-b', name: 'Order shipped, B' },
      status: 201,
      response: copyOf,
    },
  },
  deleteTemplate: {
    variant: {
      summary: 'A template that is no longer used',
      params: { slug: 'order-shipped-b' },
      status: 200,
      response: { slug: 'order-shipped-b', deleted: true },
    },
  },
} satisfies ExamplesOf<typeof templateRoutes>;
