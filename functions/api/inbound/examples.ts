import type * as z from '../../../shared/schema/schema';
import type { ExamplesOf } from '../../../shared/http/examples';
import { receivedId, shippedProviderId, threadId } from '../emails/examples';
import type { InboundEventSchema } from '../webhook-endpoints/payload-shape';
import type { inboundRoutes } from './routes';

/** A received reply as the inbound webhook describes it. */
export const receivedReply = {
  type: 'inbound',
  id: receivedId,
  thread_id: threadId,
  from: 'kim@example.com',
  to: ['desk@mail.acme.example'],
  subject: 'Re: Your order 77 has shipped',
  text: 'Thanks! Please leave it with my neighbor.',
  received_at: '2026-11-21T09:41:44.000Z',
  spam_verdict: 'PASS',
  spf_verdict: 'PASS',
  dkim_verdict: 'PASS',
  dmarc_verdict: 'PASS',
  sender_authenticated: true,
  automated: false,
} satisfies z.infer<typeof InboundEventSchema>;

const listedReply = {
  ...receivedReply,
  inbox_id: null,
  cc: [],
  reply_to: [],
  hidden_text: false,
  parts_disagree: false,
  known_participant: true,
};

const cursor = 'aW5ib3VuZCAxNzk1MjU0OTA0OTgxIDAgMTc5NTI1NDkwNTA2MA';

export const inboundExamples = {
  enableInbound: {
    once: {
      summary: 'The start of the list',
      status: 200,
      response: { enabled_at: '2026-11-21T09:14:21.180Z' },
    },
  },
  getReceivedMessages: {
    waiting: {
      summary: 'The next message from an address',
      query: { from: 'kim@example.com', wait: 25 },
      status: 200,
      response: { object: 'list', data: [listedReply], has_more: false, next_cursor: cursor },
    },
  },
  getReceivedMessage: {
    reply: {
      summary: 'A reply with its headers',
      params: { message_id: receivedId },
      status: 200,
      response: {
        ...listedReply,
        headers: [
          { name: 'From', value: 'Kim Berg <kim@example.com>' },
          { name: 'To', value: 'desk@mail.acme.example' },
          { name: 'Subject', value: 'Re: Your order 77 has shipped' },
          { name: 'In-Reply-To', value: `<${shippedProviderId}@email.amazonses.com>` },
          { name: 'Message-ID', value: '<answer@example.com>' },
          { name: 'Content-Type', value: 'multipart/mixed; boundary=part' },
        ],
        extracted: { codes: [], links: [] },
      },
    },
  },
  downloadRawMessage: {
    reply: {
      summary: 'A received message with its headers and attachments',
      params: { message_id: receivedId },
      status: 200,
    },
  },
  listAttachments: {
    one: {
      summary: 'A message with one attachment',
      params: { message_id: receivedId },
      status: 200,
      response: {
        object: 'list',
        data: [{ index: 0, filename: 'slip.pdf', content_type: 'application/pdf', size: 8, inline: false }],
        has_more: false,
        next_cursor: null,
      },
    },
  },
  downloadAttachment: {
    first: {
      summary: 'The first attachment of a message',
      params: { message_id: receivedId, index: 0 },
      status: 200,
    },
  },
} satisfies ExamplesOf<typeof inboundRoutes>;
