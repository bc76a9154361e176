import type { ExamplesOf } from '../../../shared/http/examples';
import { refundDraft, voucherDraft } from '../emails/examples';
import type { approvalRoutes } from './routes';

/** The SHA-256 of `%PDF-1.4`. */
const slipHash = 'e16fa5d9b51928755db85b917f0297babaf22c7a47e97d9212adab56e61ba04e';

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
  headers: [
    { name: 'From', value: 'Acme Desk <desk@mail.acme.example>' },
    { name: 'To', value: 'kim@example.com' },
    { name: 'Subject', value: 'Your refund' },
  ],
  html: null,
  text: 'It is on its way.',
  text_derived: false,
  truncated: false,
  preview_differs: false,
  attachments: [{ filename: 'slip.pdf', content_type: 'application/pdf', size: 8, sha256: slipHash }],
  content_sha256: 'b5a5fbdd2b0cf1f3ea5cb1a0d64b1ab6b8b4d5b2d1bb3d4c5a9d8e3f1c2b7a60',
  risk_class: 'transactional' as const,
  topic: null,
  thread_id: refundDraft.thread_id,
  reply_to_message_id: null,
  scheduled_at: null,
  api_key_id: apiKeyId,
  last_error: null,
  created_at: '2026-11-21T10:22:15.341Z',
  expires_at: '2026-11-24T10:22:15.341Z',
  decision: null,
  decided_by: null,
  decided_at: null,
};

const voucher = {
  ...refund,
  id: voucherDraft.approval_id,
  message_id: voucherDraft.id,
  subject: 'A voucher',
  headers: [
    { name: 'From', value: 'Acme Desk <desk@mail.acme.example>' },
    { name: 'To', value: 'kim@example.com' },
    { name: 'Subject', value: 'A voucher' },
  ],
  text: 'Sorry for the delay.',
  attachments: [],
  content_sha256: '2a7c1c19e0fb7bc1b7f1d2a43dd7a0f2f0c0a6ce0f0d9b6e5a4f3d2c1b0a9988',
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
  getApproval: {
    pending: {
      summary: 'A pending draft',
      params: { id: refundDraft.approval_id },
      status: 200,
      response: refund,
    },
  },
  downloadDraftAttachment: {
    first: {
      summary: 'The first attachment of a draft',
      params: { id: refundDraft.approval_id, index: 0 },
      status: 200,
    },
  },
  decideApproval: {
    approve: {
      summary: 'An approved draft',
      params: { id: refundDraft.approval_id },
      body: {
        decision: 'approve',
        decided_by: 'sam@acme.example',
        content_sha256: refund.content_sha256,
      },
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
