import type { ExamplesOf } from '../../../shared/http/examples';
import { receivedId, shippedId, threadId } from '../emails/examples';
import type { threadRoutes } from './routes';

const awaiting = {
  id: threadId,
  subject: 'Your order 77 has shipped',
  participants: ['kim@example.com'],
  message_count: 2,
  awaiting_reply: true,
  pending_reply: false,
  handled_at: null,
  last_message_at: '2026-11-21T09:41:44.718Z',
  created_at: '2026-11-21T09:25:39.698Z',
};

const answered = {
  ...awaiting,
  message_count: 3,
  awaiting_reply: false,
  handled_at: '2026-11-21T09:58:12.340Z',
  last_message_at: '2026-11-21T09:50:08.266Z',
};

export const threadExamples = {
  listThreads: {
    awaiting: {
      summary: 'The conversations without a reply',
      query: { awaiting_reply: true, limit: 20 },
      status: 200,
      response: { object: 'list', data: [awaiting], has_more: false, next_cursor: null },
    },
  },
  getThread: {
    awaiting: {
      summary: 'An email and a reply to it',
      params: { id: threadId },
      status: 200,
      response: {
        ...awaiting,
        messages: [
          {
            direction: 'outbound',
            id: shippedId,
            from: 'Acme Desk <desk@mail.acme.example>',
            to: ['kim@example.com'],
            subject: 'Your order 77 has shipped',
            text: 'It left today and arrives on Friday.',
            html: null,
            status: 'delivered',
            at: '2026-11-21T09:25:39.800Z',
          },
          {
            direction: 'inbound',
            id: receivedId,
            from: 'kim@example.com',
            to: ['desk@mail.acme.example'],
            cc: [],
            reply_to: [],
            subject: 'Re: Your order 77 has shipped',
            text: 'Thanks! Please leave it with my neighbor.',
            raw_text:
              'Thanks! Please leave it with my neighbor.\n\nOn Sat, 21 Nov 2026 at 10:25, Acme Desk <desk@mail.acme.example> wrote:\n> It left today and arrives on Friday.',
            html: null,
            sender_authenticated: true,
            automated: false,
            hidden_text: false,
            parts_disagree: false,
            known_participant: true,
            spf_verdict: 'PASS',
            dkim_verdict: 'PASS',
            dmarc_verdict: 'PASS',
            spam_verdict: 'PASS',
            virus_verdict: 'PASS',
            at: '2026-11-21T09:41:44.000Z',
          },
        ],
      },
    },
  },
  changeThreadLabels: {
    labeled: {
      summary: 'A conversation about an order, which is no longer new',
      params: { id: threadId },
      body: { add: ['Orders'], remove: ['new'] },
      status: 200,
      response: { ...answered, labels: ['orders'], read_at: null },
    },
  },
  markThreadRead: {
    read: {
      summary: 'A conversation that a person has read',
      params: { id: threadId },
      body: { read: true },
      status: 200,
      response: { ...answered, labels: ['orders'], read_at: '2026-11-21T09:59:31.207Z' },
    },
  },
  markThreadHandled: {
    answered: {
      summary: 'A conversation that needs no further reply',
      params: { id: threadId },
      status: 200,
      response: answered,
    },
  },
} satisfies ExamplesOf<typeof threadRoutes>;
