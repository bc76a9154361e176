import type { ExamplesOf } from '../../../shared/http/examples';
import type { contactRoutes } from './routes';

/** The audience in the examples of contacts, audiences, segments and campaigns. */
export const customersId = '01a1fd6a-63a2-7c41-b0e8-5f2d9a7c3e16';

const neverActive = { last_opened_at: null, last_clicked_at: null, last_sent_at: null, last_active_at: null };

const subscribed = { unsubscribed: false, unsubscribed_at: null };

const kim = {
  id: '01a1fd6a-a015-7b90-9c4d-e3a8f1620b57',
  email: 'kim@example.com',
  first_name: 'Kim',
  last_name: 'Berg',
  audience_ids: [customersId],
  tags: ['vip'],
  attributes: { seats: 4 },
  ...subscribed,
  ...neverActive,
  created_at: '2026-11-21T09:23:05.877Z',
};

export const lee = {
  ...kim,
  id: '01a1fd6a-d078-7e35-8a12-6b4c0d9f7e83',
  email: 'lee@example.com',
  first_name: 'Lee',
  last_name: null,
  tags: ['trial'],
  attributes: {},
  created_at: '2026-11-21T09:23:18.264Z',
};

/** Kim after an import. */
export const kimWithMoreSeats = { ...kim, attributes: { seats: 12 } };

/** An imported contact who is unsubscribed from marketing mail. */
export const zoe = {
  ...kim,
  id: '01a1fd6b-2917-7d64-a5f9-0c8e3b7a1d42',
  email: 'zoe@example.com',
  first_name: null,
  last_name: null,
  tags: [],
  attributes: {},
  unsubscribed: true,
  unsubscribed_at: '2026-11-21T09:23:40.951Z',
  created_at: '2026-11-21T09:23:40.951Z',
};

const kimAfterSend = { ...kimWithMoreSeats, last_sent_at: '2026-11-21T09:25:39.800Z' };

const leeAsCustomer = { ...lee, tags: ['customer'] };

const unsubscribedLee = {
  ...leeAsCustomer,
  attributes: { seats: 2 },
  unsubscribed: true,
  unsubscribed_at: '2026-11-21T10:41:17.350Z',
  last_sent_at: '2026-11-21T09:53:32.604Z',
};

export const contactExamples = {
  createContact: {
    customer: {
      summary: 'A new customer',
      body: {
        audience_id: customersId,
        email: 'Kim@example.com',
        first_name: 'Kim',
        last_name: 'Berg',
        tags: ['VIP'],
        attributes: { seats: '4' },
      },
      status: 201,
      response: kim,
    },
  },
  listContacts: {
    newest: {
      summary: 'The newest contact, with the cursor of the next page',
      query: { unsubscribed: false, limit: 1 },
      status: 200,
      response: {
        object: 'list',
        data: [lee],
        has_more: true,
        next_cursor: `${lee.created_at}|${lee.id}`,
      },
    },
    nextPage: {
      summary: 'The next page',
      query: { unsubscribed: false, limit: 1, cursor: `${lee.created_at}|${lee.id}` },
      status: 200,
      response: { object: 'list', data: [kimWithMoreSeats], has_more: false, next_cursor: null },
    },
    tagged: {
      summary: 'The contacts with a tag',
      query: { tag: ['vip'] },
      status: 200,
      response: { object: 'list', data: [kimWithMoreSeats], has_more: false, next_cursor: null },
    },
    ofOne: {
      summary: 'A search for one address',
      query: { email: 'Zoe@example.com' },
      status: 200,
      response: { object: 'list', data: [zoe], has_more: false, next_cursor: null },
    },
  },
  listTags: {
    two: {
      summary: 'Two tags, with one contact each',
      status: 200,
      response: {
        object: 'list',
        data: [
          { tag: 'trial', contact_count: 1 },
          { tag: 'vip', contact_count: 1 },
        ],
        has_more: false,
        next_cursor: null,
      },
    },
  },
  getContact: {
    mailed: {
      summary: 'A contact who was mailed',
      params: { id: kim.id },
      status: 200,
      response: kimAfterSend,
    },
  },
  changeTags: {
    customer: {
      summary: 'A trial user who became a customer',
      params: { id: lee.id },
      body: { add: ['Customer'], remove: ['trial'] },
      status: 200,
      response: leeAsCustomer,
    },
  },
  updateContact: {
    optOut: {
      summary: 'A contact who unsubscribes from marketing mail',
      params: { id: lee.id },
      body: { attributes: { seats: 2 }, unsubscribed: true },
      status: 200,
      response: unsubscribedLee,
    },
    optIn: {
      summary: 'A contact who resubscribes',
      params: { id: lee.id },
      body: { unsubscribed: false },
      status: 200,
      response: { ...unsubscribedLee, ...subscribed },
    },
  },
  deleteContact: {
    byId: {
      summary: 'A contact to delete',
      params: { id: zoe.id },
      status: 200,
      response: { id: zoe.id, deleted: true },
    },
  },
} satisfies ExamplesOf<typeof contactRoutes>;
