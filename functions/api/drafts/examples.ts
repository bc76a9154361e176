import type { ExamplesOf } from '../../../shared/http/examples';
import type { draftRoutes } from './routes';

const draftId = '01a1fdb4-1f6c-7a83-9d25-4b7e0c8f3a16';

/** A draft that is deleted. */
const unusedId = '01a1fdb6-7c25-7e40-8b91-2f5d9a3c6e18';

const request = { from: 'Acme Desk <desk@mail.acme.example>', subject: 'Your refund' };

const draft = {
  id: draftId,
  status: 'draft' as const,
  request,
  created_at: '2026-11-21T10:43:30.540Z',
  updated_at: null,
};

const complete = {
  ...draft,
  request: { ...request, to: 'kim@example.com', text: 'We have refunded 12 euros.' },
  updated_at: '2026-11-21T10:44:02.118Z',
};

export const draftExamples = {
  createDraft: {
    incomplete: {
      summary: 'A draft without recipient and text',
      body: request,
      status: 201,
      response: draft,
    },
    unused: {
      summary: 'Another draft',
      body: request,
      status: 201,
      response: { ...draft, id: unusedId, created_at: '2026-11-21T10:46:00.357Z' },
    },
  },
  listDrafts: {
    one: {
      summary: 'The drafts of the workspace',
      query: { limit: 20 },
      status: 200,
      response: { object: 'list', data: [complete], has_more: false, next_cursor: null },
    },
  },
  getDraft: {
    complete: { summary: 'A draft', params: { id: draftId }, status: 200, response: complete },
  },
  updateDraft: {
    completed: {
      summary: 'Add the recipient and the text',
      params: { id: draftId },
      body: { to: 'kim@example.com', text: 'We have refunded 12 euros.', scheduled_at: null },
      status: 200,
      response: complete,
    },
  },
  deleteDraft: {
    deleted: {
      summary: 'A draft that is no longer needed',
      params: { id: unusedId },
      status: 200,
      response: { id: unusedId, deleted: true },
    },
  },
  sendDraft: {
    sent: {
      summary: 'The email was sent',
      params: { id: draftId },
      status: 202,
      response: {
        id: '01a1fdb5-0d47-7c19-b3e8-6a2f9d5c7e04',
        status: 'sent',
        thread_id: '01a1fdb5-0d81-7f52-8a6c-c1b4e7093d28',
        scheduled_at: null,
        skipped: false,
        reason: null,
        approval_id: null,
      },
    },
  },
} satisfies ExamplesOf<typeof draftRoutes>;
