import type { ExamplesOf } from '../../../shared/http/examples';
import type { emailRoutes } from './routes';

/** The email that the examples of threads and webhooks refer to. */
export const shippedId = '01a1fd6c-f8ab-7d3c-a1b4-6e2f90c7d853';
export const threadId = '01a1fd6c-f8f2-7c19-8e07-3d5a6b1f4c92';
/** Kim's reply. */
export const receivedId = '01a1fd7b-afbb-7e55-aafb-198c55ccd4de';
export const shippedProviderId = '010001a1fd6cf94f-fe664e6a-94de-4543-bcfc-29f4dbc1b802-000000';
/** Drafts that wait for approval. */
export const refundDraft = {
  id: '01a1fda0-4b1d-7c83-b2e6-7f0a5d9c3e41',
  thread_id: '01a1fda0-4b52-7e0f-9a71-c6d2b8e4f013',
  approval_id: '01a1fda0-4b60-7d94-8c3b-1e5f7a2d9b60',
};
export const voucherDraft = {
  id: '01a1fda1-93e7-7a2c-8f4d-b05e6c1d7a38',
  thread_id: '01a1fda1-941a-7b5e-a3c8-4d9f2e6b0c71',
  approval_id: '01a1fda1-9428-7f36-9d02-8a7c3b5e1f94',
};

const from = 'Acme Desk <desk@mail.acme.example>';
const answeredId = '01a1fd83-5c1e-7b62-9f14-2a8d7e3c6b05';
const reminderId = '01a1fd8e-2b40-7c7d-b6a9-0f3e5d8c1a27';

const outcome = { scheduled_at: null, skipped: false, reason: null, approval_id: null };

const shipped = {
  id: shippedId,
  from,
  to: ['kim@example.com'],
  subject: 'Your order 77 has shipped',
  status: 'delivered' as const,
  risk_class: 'transactional' as const,
  provider_message_id: shippedProviderId,
  scheduled_at: null,
  sent_at: '2026-11-21T09:25:39.800Z',
  opened_at: null,
  clicked_at: null,
  created_at: '2026-11-21T09:25:39.627Z',
};

const answered = {
  ...shipped,
  id: answeredId,
  subject: 'Re: Your order 77 has shipped',
  provider_message_id: '010001a1fd835d0b-1b7c2f8e-53a4-4c0d-9e61-7d2a8f4b3c95-000000',
  sent_at: '2026-11-21T09:50:08.266Z',
  created_at: '2026-11-21T09:50:08.030Z',
};

const event = {
  message_id: shippedId,
  provider_message_id: shippedProviderId,
  recipient: 'kim@example.com',
  sub_type: null,
  detail: null,
  broadcast_id: null,
  variant: null,
};

/** The cursor of the page that ends with `answered`. */
const cursor = Buffer.from(answeredId).toString('base64url');

const noneCounted = { sent: 0, delivered: 0, bounced: 0, complained: 0, opened: 0, clicked: 0 };
const oneDelivered = { ...noneCounted, sent: 1, delivered: 1 };

export const emailExamples = {
  sendEmail: {
    text: {
      summary: 'An email to one recipient',
      body: {
        from,
        to: 'Kim Berg <kim@example.com>',
        subject: 'Your order 77 has shipped',
        text: 'It left today and arrives on Friday.',
      },
      status: 202,
      response: { ...outcome, id: shippedId, status: 'sent', thread_id: threadId },
    },
    reply: {
      summary: 'A reply to a received message',
      body: {
        from,
        to: 'kim@example.com',
        subject: 'Re: Your order 77 has shipped',
        text: 'Your neighbor will have it.',
        reply_to_message_id: receivedId,
      },
      status: 202,
      response: { ...outcome, id: answeredId, status: 'sent', thread_id: threadId },
    },
    template: {
      summary: 'A template with values',
      body: {
        from,
        to: ['kim@example.com', 'Lee <lee@example.com>'],
        template: 'order-shipped',
        variables: { name: 'Kim', order_id: '78' },
        tags: [{ name: 'kind', value: 'order' }],
      },
      status: 202,
      response: {
        ...outcome,
        id: '01a1fd86-7a0d-7e21-a4f8-d35b9c6e1074',
        status: 'sent',
        thread_id: '01a1fd86-7a3f-7b98-8d16-2c7e4f0a9b53',
      },
    },
    attachments: {
      summary: 'HTML with an inline image and an attached file',
      body: {
        from,
        to: ['kim@example.com'],
        cc: ['Ops <ops@example.com>'],
        bcc: ['audit@example.com'],
        reply_to: 'Acme Help <help@mail.acme.example>',
        subject: 'Your invoice 2026-77',
        html: '<p>Your invoice is attached. <img src="cid:logo"></p>',
        attachments: [
          { filename: 'invoice.pdf', content: 'JVBERi0xLjQK', content_type: 'application/pdf' },
          {
            filename: 'logo.gif',
            content: 'R0lGODlhAQABAAAAACwAAAAAAQABAAA=',
            content_type: 'image/gif',
            content_id: 'logo',
          },
        ],
      },
      status: 202,
      response: {
        ...outcome,
        id: '01a1fd88-e413-7d5a-9b02-6f8c1a7d3e49',
        status: 'sent',
        thread_id: '01a1fd88-e447-7a0c-b5d9-e14f7c2b8a60',
      },
    },
    later: {
      summary: 'A scheduled email',
      body: {
        from,
        to: 'kim@example.com',
        subject: 'Your order 77 arrives today',
        text: 'Between ten and twelve.',
        scheduled_at: 'in 2 days',
      },
      status: 202,
      response: {
        ...outcome,
        id: reminderId,
        status: 'scheduled',
        thread_id: '01a1fd8e-2b73-7f1e-8c45-a90d6b3f5e82',
        scheduled_at: '2026-11-23T10:01:57.000Z',
      },
    },
    marketing: {
      summary: 'A marketing email under a topic',
      body: {
        from: 'Acme <offers@news.acme.example>',
        to: 'lee@example.com',
        subject: 'Offers in November',
        html: '<p>Everything for the garden.</p>',
        risk_class: 'marketing',
        topic: 'offers',
      },
      status: 202,
      response: { ...outcome, id: '01a1fd91-06b8-7c4f-a7e3-5d2b8f9c0a16', status: 'sent', thread_id: null },
    },
    draft: {
      summary: 'A draft of a key that requires approval',
      body: {
        from,
        to: 'kim@example.com',
        subject: 'Your refund',
        text: 'It is on its way.',
        attachments: [{ filename: 'slip.pdf', content: 'JVBERi0xLjQ=', content_type: 'application/pdf' }],
      },
      status: 202,
      response: { ...outcome, ...refundDraft, status: 'pending_approval' },
    },
    anotherDraft: {
      summary: 'A draft that is rejected later',
      body: { from, to: 'kim@example.com', subject: 'A voucher', text: 'Sorry for the delay.' },
      status: 202,
      response: { ...outcome, ...voucherDraft, status: 'pending_approval' },
    },
    skipped: {
      summary: 'An email to a suppressed recipient',
      body: { from, to: 'max@example.com', subject: 'Your order 79 has shipped', text: 'It left today.' },
      status: 202,
      response: {
        ...outcome,
        id: '01a1fdb2-8d71-7b0e-94c6-3f5a1e7d2c89',
        status: 'rejected',
        thread_id: null,
        skipped: true,
        reason: 'suppressed:manual',
      },
    },
  },
  sendBatch: {
    allSent: {
      summary: 'Every entry succeeded',
      body: [
        {
          from,
          to: 'kim@example.com',
          template: 'order-shipped',
          variables: { name: 'Kim', order_id: '80' },
        },
        {
          from,
          to: 'lee@example.com',
          template: 'order-shipped',
          variables: { name: 'Lee', order_id: '81' },
        },
      ],
      status: 202,
      response: {
        data: [
          {
            ok: true,
            ...outcome,
            id: '01a1fd94-3e5f-7a18-b0c7-9d4e6f2a8b31',
            status: 'sent',
            thread_id: '01a1fd94-3e92-7d6b-8f03-c5a17e4d0b92',
          },
          {
            ok: true,
            ...outcome,
            id: '01a1fd94-3f07-7c3d-a9e4-1b8f5d6c7a20',
            status: 'sent',
            thread_id: '01a1fd94-3f3a-7e50-9b76-8d0c2f4a6e13',
          },
        ],
        failed: 0,
      },
    },
    oneFailed: {
      summary: 'One entry failed and the other was sent',
      body: [
        {
          from,
          to: 'kim@example.com',
          template: 'order-shipped',
          variables: { name: 'Kim', order_id: '82' },
        },
        {
          from,
          to: 'lee@example.com',
          template: 'order-shipped',
          variables: { name: 'Lee', order_id: null },
        },
      ],
      status: 207,
      response: {
        data: [
          {
            ok: true,
            ...outcome,
            id: '01a1fd96-b284-7f91-8a5d-6c3e0b7f9d48',
            status: 'sent',
            thread_id: '01a1fd96-b2b9-7b27-a6f1-0e8d4c5a3b76',
          },
          {
            ok: false,
            error: { type: 'missing_variables', message: 'Missing: order_id', missing: ['order_id'] },
          },
        ],
        failed: 1,
      },
    },
  },
  listEmails: {
    delivered: {
      summary: 'The emails that were delivered to an address',
      query: { status: 'delivered', to: 'kim@example.com' },
      status: 200,
      response: { object: 'list', data: [shipped], has_more: false, next_cursor: null },
    },
    firstPage: {
      summary: 'The first page of the log',
      query: { limit: 1 },
      status: 200,
      response: { object: 'list', data: [answered], has_more: true, next_cursor: cursor },
    },
    nextPage: {
      summary: 'The next page',
      query: { limit: 1, cursor },
      status: 200,
      response: { object: 'list', data: [shipped], has_more: false, next_cursor: null },
    },
  },
  getEmailMetrics: {
    twoDays: {
      summary: 'Yesterday and today',
      query: { days: 2 },
      status: 200,
      response: {
        days: 2,
        from: '2026-11-20',
        to: '2026-11-21',
        totals: { ...oneDelivered, bounce_rate: 0, complaint_rate: 0, open_rate: 0, click_rate: 0 },
        daily: [
          { date: '2026-11-20', ...noneCounted },
          { date: '2026-11-21', ...oneDelivered },
        ],
      },
    },
  },
  getEmail: {
    delivered: {
      summary: 'A delivered email',
      params: { id: shippedId },
      status: 200,
      response: {
        ...shipped,
        events: [
          {
            ...event,
            id: '1228c9af-7d35-5e0b-8f46-a92c6d1e3b70',
            type: 'send',
            occurred_at: '2026-11-21T09:25:39.791Z',
            created_at: '2026-11-21T09:25:40.102Z',
          },
          {
            ...event,
            id: '95a9e39b-2c81-5d6f-9a04-7b3f8e5d1c62',
            type: 'delivery',
            occurred_at: '2026-11-21T09:25:41.375Z',
            created_at: '2026-11-21T09:25:41.640Z',
          },
        ],
      },
    },
  },
  getEmailContent: {
    text: {
      summary: 'An email without HTML',
      params: { id: shippedId },
      status: 200,
      response: {
        id: shippedId,
        thread_id: threadId,
        text: 'It left today and arrives on Friday.',
        html: null,
      },
    },
  },
  cancelEmail: {
    scheduled: {
      summary: 'A scheduled email',
      params: { id: reminderId },
      status: 200,
      response: { id: reminderId, status: 'canceled' },
    },
  },
} satisfies ExamplesOf<typeof emailRoutes>;
