import type { ExamplesOf } from '../../../shared/http/examples';
import { customersId } from '../contacts/examples';
import type { segmentRoutes } from './routes';

const id = '01a1fd6b-eef9-7a27-93b6-d14e8c5f0a69';

const created = {
  id,
  key: 'large-teams',
  name: 'Large teams',
  audience_id: customersId,
  opened_within_days: null,
  clicked_within_days: null,
  exclude_unengaged_days: 90,
  engaged_within_days: null,
  properties: [{ property: 'seats', operator: 'gt' as const, value: 10 }],
  tags: [],
  exclude_tags: ['trial'],
  topic_key: 'offers',
  created_at: '2026-11-21T09:24:31.609Z',
  updated_at: null,
};

const changed = {
  ...created,
  exclude_unengaged_days: null,
  tags: ['vip'],
  updated_at: '2026-11-21T09:24:58.113Z',
};

export const segmentExamples = {
  countRules: {
    largeTeams: {
      summary: 'The number of engaged contacts with many seats who want offers',
      body: {
        audience_id: customersId,
        exclude_unengaged_days: 90,
        properties: [{ property: 'seats', operator: 'gt', value: 10 }],
        exclude_tags: ['trial'],
        topic_key: 'offers',
      },
      status: 200,
      response: { contact_count: 1 },
    },
  },
  createSegment: {
    largeTeams: {
      summary: 'Engaged contacts with many seats who want offers',
      body: {
        audience_id: customersId,
        key: 'large-teams',
        name: 'Large teams',
        exclude_unengaged_days: 90,
        properties: [{ property: 'seats', operator: 'gt', value: 10 }],
        exclude_tags: ['trial'],
        topic_key: 'offers',
      },
      status: 201,
      response: created,
    },
  },
  updateSegment: {
    rules: {
      summary: 'One rule removed and one added',
      params: { id },
      body: { exclude_unengaged_days: null, tags: ['vip'] },
      status: 200,
      response: changed,
    },
  },
  getSegment: {
    byId: { summary: 'A segment with its rules', params: { id }, status: 200, response: changed },
  },
  listSegments: {
    one: {
      summary: 'A workspace with one segment',
      status: 200,
      response: { object: 'list', data: [changed], has_more: false, next_cursor: null },
    },
  },
  countSegment: {
    one: {
      summary: 'A segment that one contact matches',
      params: { id },
      status: 200,
      response: { id, contact_count: 1 },
    },
  },
  listSegmentContacts: {
    one: {
      summary: 'The address of the contact that matches',
      params: { id },
      status: 200,
      response: { object: 'list', data: ['kim@example.com'], has_more: false, next_cursor: null },
    },
  },
  deleteSegment: {
    byId: {
      summary: 'A segment that is no longer used',
      params: { id },
      status: 200,
      response: { id, deleted: true },
    },
  },
} satisfies ExamplesOf<typeof segmentRoutes>;
