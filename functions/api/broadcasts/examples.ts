import type { ExamplesOf } from '../../../shared/http/examples';
import { customersId } from '../contacts/examples';
import type { broadcastRoutes } from './routes';

const id = '01a1fd80-5b13-7c2e-9a40-6d7e8f901b2c';
const messageId = '01a1fd83-41f7-70c2-a9d3-5e1f0b7c2a44';
const scheduledAt = '2031-12-24T18:00:00.000Z';

const createBody = {
  audience_id: customersId,
  identity_id: '01a1fd7b-6c04-7e91-8d25-3b9f1a6e7c58',
  name: 'October',
  subject: 'What is new in October',
  from_name: 'Acme',
  html: '<p>Hi {{first_name}}, <a href="https://acme.example/october">have a look</a>.</p>',
  variants: [{ key: 'plain' }, { key: 'curious', subject: 'You asked for this one' }],
  ab_test: { metric: 'open' as const, sample_share: 0.2 },
};

const variants = [
  { key: 'plain', subject: null, from_name: null, send_at: null },
  { key: 'curious', subject: 'You asked for this one', from_name: null, send_at: null },
];

const abTest = {
  metric: 'open' as const,
  sample_share: 0.2,
  decide_after_minutes: 240,
  decide_at: null,
  winner: null,
  decided_by: null,
  decided_at: null,
  results: [],
};

const draftRow = {
  id,
  name: createBody.name,
  status: 'draft' as const,
  audience_id: createBody.audience_id,
  identity_id: createBody.identity_id,
  segment_id: null,
  segment: null,
  topic_key: null,
  subject: createBody.subject,
  from_name: createBody.from_name,
  scheduled_at: null,
  variants,
  ab_test: abTest,
  progress: null,
  pause_reason: null,
  resume_after: null,
  failure_reason: null,
  created_at: '2026-11-21T09:40:02.771Z',
  updated_at: null,
  started_at: null,
  finished_at: null,
};

const draft = { ...draftRow, html: createBody.html };

const changes = { subject: 'October, in five minutes', updated_at: '2026-11-21T09:40:41.155Z' };
const changed = { ...draft, ...changes };
const noRecipients = { pending: 0, sent: 0, failed: 0, skipped: 0 };
const emptyResult = { sent: 0, unique_opens: 0, unique_clicks: 0, open_rate: 0, click_rate: 0 };

/** The A/B test before the first email is sent. */
const startedTest = { ...abTest, results: variants.map(({ key }) => ({ key, ...emptyResult })) };

const schedule = { status: 'scheduled' as const, scheduled_at: scheduledAt, ab_test: startedTest };

const sending = {
  ...changed,
  status: 'sending' as const,
  started_at: '2026-11-21T09:41:10.398Z',
  ab_test: startedTest,
  progress: {
    ...noRecipients,
    by_variant: [...variants.map(({ key }) => key), null].map((key) => ({ key, ...noRecipients })),
  },
};

const resumed = {
  ...sending,
  progress: {
    ...noRecipients,
    pending: 1000,
    by_variant: [
      ...variants.map(({ key }) => ({ key, ...noRecipients, pending: 100 })),
      { key: null, ...noRecipients, pending: 800 },
    ],
  },
};

const testing = {
  ...sending,
  status: 'testing' as const,
  ab_test: {
    ...abTest,
    decide_at: '2026-11-21T13:42:31.020Z',
    results: variants.map(({ key }) => ({ key, ...emptyResult, sent: 100 })),
  },
  progress: {
    ...noRecipients,
    pending: 800,
    sent: 200,
    by_variant: [
      ...variants.map(({ key }) => ({ key, ...noRecipients, sent: 100 })),
      { key: null, ...noRecipients, pending: 800 },
    ],
  },
};

const decidedAt = '2026-11-21T10:15:00.610Z';

const decided = {
  ...testing,
  status: 'sending' as const,
  ab_test: {
    ...testing.ab_test,
    winner: 'curious',
    decided_by: 'manual' as const,
    decided_at: decidedAt,
  },
  progress: {
    ...testing.progress,
    by_variant: [
      { key: 'plain', ...noRecipients, sent: 100 },
      { key: 'curious', ...noRecipients, sent: 100, pending: 800 },
      { key: null, ...noRecipients },
    ],
  },
};

export const broadcastExamples = {
  createBroadcast: {
    test: { summary: 'An A/B test of two subjects', body: createBody, status: 201, response: draft },
  },
  getBroadcast: {
    testing: {
      summary: '200 recipients are mailed as the sample, and 800 wait for the winner',
      params: { id },
      status: 200,
      response: testing,
    },
  },
  listBroadcasts: {
    one: {
      summary: 'A workspace with one campaign',
      status: 200,
      response: {
        object: 'list',
        data: [{ ...draftRow, ...changes, ...schedule }],
        has_more: false,
        next_cursor: null,
      },
    },
  },
  updateBroadcast: {
    subject: {
      summary: 'A new subject for a draft',
      params: { id },
      body: { subject: changes.subject },
      status: 200,
      response: changed,
    },
    unschedule: {
      summary: 'A scheduled campaign that becomes a draft again',
      params: { id },
      body: { scheduled_at: null },
      status: 200,
      response: changed,
    },
  },
  getBroadcastDecision: {
    started: {
      summary: 'A decision whose rollout has not started',
      params: { id },
      status: 200,
      response: {
        winner: 'curious',
        decided_by: 'manual',
        decided_at: decidedAt,
        results: testing.ab_test.results,
        rollout: { key: 'curious', ...emptyResult },
      },
    },
  },
  deleteBroadcast: {
    byId: {
      summary: 'A campaign that is deleted permanently',
      params: { id },
      status: 200,
      response: { id, deleted: true },
    },
  },
  previewBroadcast: {
    tooFew: {
      summary: 'Too few recipients for a test',
      params: { id },
      query: { sample: 2 },
      status: 200,
      response: {
        id,
        recipient_count: 2,
        sample: ['lee@example.com', 'kim@example.com'],
        can_send: false,
        reason:
          'The sample has 0 of 2 recipients, 0 for each variant. Each variant needs at least 100. Raise ab_test.sample_share or send to more recipients',
        ab_test: { sample_size: 0, per_variant: 0, minimum_per_variant: 100 },
      },
    },
  },
  listBroadcastRecipients: {
    first: {
      summary: 'The first message',
      params: { id },
      query: { limit: 1 },
      status: 200,
      response: {
        object: 'list',
        data: [
          {
            id: messageId,
            email: 'lee@shop.example',
            status: 'delivered',
            variant: 'plain',
            sent_at: '2026-11-21T09:41:12.006Z',
            opened_at: null,
            clicked_at: null,
          },
        ],
        has_more: true,
        next_cursor: messageId,
      },
    },
  },
  listBroadcastLinks: {
    one: {
      summary: 'One click by one recipient',
      params: { id },
      status: 200,
      response: {
        object: 'list',
        data: [{ url: 'https://acme.example/october', clicks: 1, unique_clicks: 1 }],
        has_more: false,
        next_cursor: null,
      },
    },
  },
  sendBroadcast: {
    now: { summary: 'A campaign that starts now', params: { id }, body: {}, status: 202, response: sending },
    later: {
      summary: 'A campaign that starts later',
      params: { id },
      body: { scheduled_at: '2031-12-24T18:00:00Z' },
      status: 202,
      response: { ...changed, ...schedule },
    },
  },
  resumeBroadcast: {
    paused: {
      summary: 'A paused campaign that is resumed',
      params: { id },
      status: 202,
      response: resumed,
    },
  },
  decideBroadcast: {
    byHand: {
      summary: 'A winner chosen by a user',
      params: { id },
      body: { variant: 'curious' },
      status: 202,
      response: decided,
    },
  },
} satisfies ExamplesOf<typeof broadcastRoutes>;
