import type { ExamplesOf } from '../../../shared/http/examples';
import { refundDraft, voucherDraft } from '../emails/examples';
import type { approvalRoutes } from './routes';

const apiKeyId = '01a1fd98-5e20-7c6b-8d9f-4a1b7c3e0f52';

const refund = {
  id: refundDraft.approval_id,
  message_id: refundDraft.id,
  status: 'pending' as const,
  from: 'Acme Desk <desk@mail.acme.example>',
  to: ['kim@example.com'],
  cc: [],
  bcc: [],
  reply_to: null,
  subject: 'Your refund',
  html: null,
  text: 'It is on its way.',
  attachments: [],
  risk_class: 'transactional' as const,
  topic: null,
  thread_id: refundDraft.thread_id,
  reply_to_message_id: null,
  scheduled_at: null,
  api_key_id: apiKeyId,
  last_error: null,
  created_at: '2026-11-21T10:22:15.341Z',
  expires_at: '2026-11-24T10:22:15.341Z',
};

const voucher = {
  ...refund,
  id: voucherDraft.approval_id,
  message_id: voucherDraft.id,
  subject: 'A voucher',
  text: 'Sorry for the delay.',
  thread_id: voucherDraft.thread_id,
  created_at: '2026-11-21T10:23:39.495Z',
  expires_at: '2026-11-24T10:23:39.495Z',
};

export const approvalExamples = {
  listApprovals: {
    two: {
      summary: 'Two pending drafts',
      status: 200,
      response: { object: 'list', data: [refund, voucher], has_more: false, next_cursor: null },
    },
  },
  decideApproval: {
    approve: {
      summary: 'An approved draft',
      params: { id: refundDraft.approval_id },
      body: { decision: 'approve', decided_by: 'sam@acme.example' },
      status: 200,
      response: {
        id: refundDraft.approval_id,
        message_id: refundDraft.id,
        decision: 'approve',
        status: 'sent',
        scheduled_at: null,
        skipped: false,
        reason: null,
        decided_by: 'sam@acme.example',
      },
    },
    reject: {
      summary: 'A rejected draft',
      params: { id: voucherDraft.approval_id },
      body: { decision: 'reject', decided_by: 'sam@acme.example', reason: 'No vouchers in November' },
      status: 200,
      response: {
        id: voucherDraft.approval_id,
        message_id: voucherDraft.id,
        decision: 'reject',
        status: 'canceled',
        scheduled_at: null,
        skipped: false,
        reason: null,
        decided_by: 'sam@acme.example',
      },
    },
  },
} satisfies ExamplesOf<typeof approvalRoutes>;
