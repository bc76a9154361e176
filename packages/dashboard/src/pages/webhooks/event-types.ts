import type { WebhookEvent, WebhookEventType } from '@carrier-nest/sdk';

/** What each type tells of (W-3). */
export const eventTypeDescriptions: Record<WebhookEventType, string> = {
  inbound: 'Mail arrived',
  send: 'The mail provider took it',
  delivery: 'Its server took it',
  bounce: 'Its server refused it',
  complaint: 'It was called spam',
  reject: 'The mail provider refused it',
  open: 'It was opened first',
  click: 'A link was clicked',
  rendering_failure: 'It could not be rendered',
  delivery_delay: 'It is late, and still tried',
};

const isEventType = (name: string): name is WebhookEventType => name in eventTypeDescriptions;

export const eventTypeNames: readonly WebhookEventType[] =
  Object.keys(eventTypeDescriptions).filter(isEventType);

/** What a request of that type says, with made-up values: those that were sent are not in the API. */
export function exampleEvent(type: WebhookEventType): WebhookEvent {
  if (type === 'inbound') return inbound;
  const mail = {
    message_id: '01a1ffaa-ae03-7dd5-9f0e-179d12db7f04',
    provider_message_id: '010001a1ffaaae2e-fe664e6a-94de-4543-bcfc-29f4dbc1b802-000000',
    broadcast_id: null,
    variant: null,
    to: ['kim@example.com'],
    subject: 'Your order 79',
  };
  const occurred_at = '2026-11-21T19:52:18.605Z';
  return type === 'click'
    ? { type, ...mail, link: 'https://acme.example/orders/79', occurred_at }
    : { type, ...mail, link: null, occurred_at };
}

const inbound: WebhookEvent = {
  type: 'inbound',
  id: '01a1ffaa-afbb-7e55-aafb-198c55ccd4de',
  thread_id: '01a1ffaa-b011-712e-ba02-84fd7c72c842',
  from: 'kim@example.com',
  to: ['desk@mail.your-domain.example'],
  subject: 'Re: Your order 77',
  text: 'Thanks, it is here!',
  received_at: '2026-11-21T19:52:18.619Z',
  spam_verdict: 'PASS',
  spf_verdict: 'PASS',
  dkim_verdict: 'PASS',
  dmarc_verdict: 'PASS',
  sender_authenticated: true,
  automated: false,
};
