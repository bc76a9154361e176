import { verdictDescriptions } from '../threads/descriptions';

export const resourceDescription =
  'Where you are told what happens, by signed requests; `webhooks` describes those.';

const endpoint = {
  url: 'Where deliveries are posted.',
  events: 'What it is told of.',
  enabled: 'Whether anything is delivered.',
};

export const fieldDescriptions = {
  WebhookEndpoint: endpoint,
  WebhookEndpointWithSecret: { ...endpoint, secret: 'Signs every delivery. It is shown this once.' },
  WebhookDelivery: {
    status:
      '`pending` before the first attempt has ended; `failed` is tried again while `attempts` is below six.',
    last_status_code: 'Of the latest attempt that was answered.',
    last_error: 'What went wrong last. A later success leaves it.',
    delivered_at: 'When an attempt succeeded.',
  },
  SentMailEvent: {
    message_id: 'The `id` that the send answered.',
    broadcast_id: 'The campaign that the mail was part of.',
    variant: 'Its variant.',
    to: 'Addresses without names.',
    link: 'Of a click, where the link leads.',
    occurred_at: 'When it happened.',
  },
  InboundEvent: {
    ...verdictDescriptions,
    id: 'Give it as `reply_to_message_id` to answer.',
    from: 'Who claims to have written it, in lower case, without a name.',
    text: 'What the person wrote, without the quotes below it.',
    received_at: 'What its Date header says, or when it arrived.',
  },
};
