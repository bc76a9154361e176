import type { ExamplesOf } from '../../../shared/http/examples';
import { customersId, kimWithMoreSeats, lee, zoe } from '../contacts/examples';
import type { audienceRoutes } from './routes';

const created = {
  id: customersId,
  name: 'Customers',
  contact_count: 0,
  created_at: '2026-11-21T09:22:50.402Z',
};

const customers = { ...created, contact_count: 3 };

const note =
  'The contact is removed from the audience. Active enrollments of the contact in automations continue. To stop the enrollments, end them separately.';

export const audienceExamples = {
  createAudience: {
    customers: {
      summary: 'A new audience',
      body: { name: 'Customers' },
      status: 201,
      response: created,
    },
  },
  addMembers: {
    one: {
      summary: 'One contact',
      params: { id: customersId },
      query: { source: 'our shop' },
      body: { email: 'lee@example.com', first_name: 'Lee', tags: ['trial'] },
      status: 201,
      response: lee,
    },
    import: {
      summary: 'Rows from another service: an existing contact, and a contact who opted out at that service',
      params: { id: customersId },
      query: { source: 'our shop' },
      body: [
        { email: 'kim@example.com', attributes: { seats: 12 } },
        { email: 'zoe@example.com', status: 'unsubscribed' },
      ],
      status: 201,
      response: {
        inserted: 1,
        updated: 1,
        skipped: 0,
        unsubscribed: 1,
        bounced: 0,
        complained: 0,
        suppressed: 1,
        properties_created: [],
        automations_started: 0,
        contact_count: 3,
      },
    },
  },
  getAudience: {
    byId: {
      summary: 'An audience with three contacts',
      params: { id: customersId },
      status: 200,
      response: customers,
    },
  },
  listAudiences: {
    one: {
      summary: 'A workspace with one audience',
      status: 200,
      response: { object: 'list', data: [customers], has_more: false, next_cursor: null },
    },
  },
  listMembers: {
    firstPage: {
      summary: 'A page of two, with the cursor of the next page',
      params: { id: customersId },
      query: { limit: 2 },
      status: 200,
      response: {
        object: 'list',
        data: [kimWithMoreSeats, lee],
        has_more: true,
        next_cursor: 'lee@example.com',
      },
    },
  },
  removeMember: {
    optedOut: {
      summary: 'A contact who is not a customer',
      params: { id: customersId, contact_id: zoe.id },
      status: 200,
      response: { id: zoe.id, audience_id: customersId, removed: true, contact_count: 2, note },
    },
  },
  deleteAudience: {
    byId: {
      summary: 'An audience that is no longer used',
      params: { id: customersId },
      status: 200,
      response: { id: customersId, deleted: true },
    },
  },
} satisfies ExamplesOf<typeof audienceRoutes>;
