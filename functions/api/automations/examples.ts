import type { ExamplesOf } from '../../../shared/http/examples';
import type { automationRoutes } from './routes';

const id = '01a1fd70-2c41-7d3e-8b5a-9f0c6e2d4a17';
const enrollmentId = '01a1fd71-8e02-7a6b-9c4d-5e3f2a1b0c98';

const trial = {
  name: 'Trial',
  slug: 'trial',
  identity_id: '01a1fd60-2e97-7f0c-8b56-c41d9e7a3f22',
  from: 'Acme <hello@news.acme.example>',
  trigger: { kind: 'event' as const, event_name: 'signed_up' },
  steps: [
    { delay_minutes: 60, subject: 'Welcome, {{name}}', html: '<p>Good to have you.</p>' },
    { delay_minutes: 4320, subject: 'How is it going?', html: '<p>Write to us.</p>' },
  ],
  exit_tags: ['customer'],
  default_variables: { name: 'there' },
};

const created = {
  ...trial,
  id,
  status: 'draft' as const,
  trigger: { kind: 'event' as const, audience_id: null, event_name: 'signed_up', tag: null },
  reply_to: null,
  steps: [
    {
      delay_minutes: 60,
      subject: 'Welcome, {{name}}',
      html: '<p>Good to have you.</p>',
      template_slug: null,
    },
    { delay_minutes: 4320, subject: 'How is it going?', html: '<p>Write to us.</p>', template_slug: null },
  ],
  exit_on_reply: true,
  contact_fields: false,
  topic_key: null,
  required_tags: [],
  reenrollment: 'after_completion' as const,
  created_at: '2026-11-21T09:29:14.817Z',
  updated_at: null,
  enrollments: { active: 0, completed: 0, canceled: 0, failed: 0 },
};

const active = { ...created, status: 'active' as const, updated_at: '2026-11-21T09:30:02.114Z' };
const inUse = { ...active, enrollments: { active: 1, completed: 0, canceled: 0, failed: 0 } };

const enrollment = {
  id: enrollmentId,
  automation_id: id,
  email: 'ann@example.com',
  current_step: 0,
  status: 'active' as const,
  next_due_at: '2026-11-21T10:30:45.314Z',
  variables: { name: 'Ann' },
  enrolled_at: '2026-11-21T09:30:45.314Z',
  completed_at: null,
  canceled_at: null,
  cancel_reason: null,
  last_error: null,
  attempts: 0,
};

export const automationExamples = {
  createAutomation: {
    trial: {
      summary: 'Two emails after an event, unless the contact becomes a customer',
      body: trial,
      status: 201,
      response: created,
    },
  },
  setAutomationStatus: {
    activate: {
      summary: 'An activated automation',
      params: { id },
      body: { status: 'active' },
      status: 200,
      response: active,
    },
  },
  enroll: {
    enrolled: {
      summary: 'An enrollment with a value for a placeholder',
      params: { id },
      body: { email: 'Ann@Example.com', variables: { name: 'Ann' } },
      status: 200,
      response: { enrolled: true, reason: null, enrollment },
    },
    not: {
      summary: 'An address that is already enrolled',
      params: { id },
      body: { email: 'ann@example.com' },
      status: 200,
      response: { enrolled: false, reason: 'already_enrolled', enrollment: null },
    },
  },
  getAutomation: {
    byId: {
      summary: 'An automation with its enrollment counts',
      params: { id },
      status: 200,
      response: inUse,
    },
  },
  listAutomations: {
    one: {
      summary: 'A workspace with one automation',
      status: 200,
      response: { object: 'list', data: [inUse], has_more: false, next_cursor: null },
    },
  },
  listEnrollments: {
    active: {
      summary: 'The active enrollments',
      params: { id },
      query: { status: 'active' },
      status: 200,
      response: { object: 'list', data: [enrollment], has_more: false, next_cursor: null },
    },
  },
  updateAutomation: {
    rules: {
      summary: 'Replies that do not end an enrollment',
      params: { id },
      body: { exit_on_reply: false, reply_to: 'help@acme.example' },
      status: 200,
      response: {
        ...inUse,
        exit_on_reply: false,
        reply_to: 'help@acme.example',
        updated_at: '2026-11-21T09:31:20.540Z',
      },
    },
  },
  deleteAutomation: {
    byId: {
      summary: 'An automation with two active enrollments',
      params: { id },
      status: 200,
      response: { id, deleted: true, enrollments_canceled: 2 },
    },
  },
} satisfies ExamplesOf<typeof automationRoutes>;
