import { verdictDescriptions } from '../threads/descriptions';

export const resourceDescription =
  'URLs that receive events as signed requests. The `webhooks` of this document describe the requests.';

const endpoint = {
  url: 'The URL to which events are posted.',
  events: 'The types of events to deliver.',
  enabled: 'Whether events are delivered.',
};

export const fieldDescriptions = {
  WebhookEndpoint: endpoint,
  WebhookEndpointWithSecret: {
    ...endpoint,
    secret: 'The secret that signs every delivery. No other response contains the secret.',
  },
  WebhookDelivery: {
    status:
      'The status of the delivery, which is `pending` until the first attempt ends. A `failed` delivery is retried until it has had six attempts.',
    last_status_code: 'The HTTP status of the latest attempt that got a response.',
    last_error: 'The latest error. A later success does not clear the error.',
    delivered_at: 'When the delivery succeeded.',
  },
  SentMailEvent: {
    message_id: 'The `id` of the email, as returned by the send.',
    broadcast_id: 'The ID of the campaign that the email belongs to.',
    variant: 'The variant of the campaign.',
    to: 'The recipients, without display names.',
    link: 'For a click, the URL of the link.',
    occurred_at: 'When the event occurred.',
  },
  InboundEvent: {
    ...verdictDescriptions,
    id: 'The ID of the message. To reply, pass the ID as `reply_to_message_id`.',
    from: 'The address that the message claims to come from, in lowercase and without a display name.',
    text: 'The text that the sender wrote, without quotes.',
    received_at: 'The time in the Date header. Without a Date header, the time of arrival.',
  },
};
