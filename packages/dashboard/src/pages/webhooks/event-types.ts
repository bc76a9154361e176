import type { WebhookEvent, WebhookEventType } from '@carrier-nest/sdk';

/** The meaning of each event type (W-3). */
export const eventTypeDescriptions: Record<WebhookEventType, string> = {
  inbound: 'Email received',
  send: 'Accepted by SES',
  delivery: 'Accepted by the receiving server',
  bounce: 'Refused by the receiving server',
  complaint: 'Marked as spam',
  reject: 'Rejected by SES',
  open: 'Opened for the first time',
  click: 'Link clicked',
  rendering_failure: 'Rendering failed',
  delivery_delay: 'Delayed, still retrying',
};

const isEventType = (name: string): name is WebhookEventType => name in eventTypeDescriptions;

export const eventTypeNames: readonly WebhookEventType[] =
  Object.keys(eventTypeDescriptions).filter(isEventType);

/** An example payload of an event type, because the API does not return sent payloads. */
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
