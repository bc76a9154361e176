import { verdictDescriptions } from '../threads/descriptions';

export const resourceDescription =
  'URLs that receive events as signed requests. The section `webhooks` describes the requests.';

const endpoint = {
  url: 'The URL to which events are posted.',
  events: 'The types of events to deliver.',
  enabled: 'Whether events are delivered.',
};

export const fieldDescriptions = {
  WebhookEndpoint: endpoint,
  WebhookEndpointWithSecret: {
    ...endpoint,
    secret: 'The secret that signs every delivery. Only this response contains the secret.',
  },
  WebhookDelivery: {
    status:
      '`pending` until the first attempt ends. A `failed` delivery is retried while `attempts` is below six.',
    last_status_code: 'The HTTP status of the latest attempt that got a response.',
    last_error: 'The latest error. A later success does not clear the error.',
    delivered_at: 'When an attempt succeeded.',
  },
  SentMailEvent: {
    message_id: 'The `id` that the send returned.',
    broadcast_id: 'The ID of the campaign that the email belongs to.',
    variant: 'The variant of the campaign.',
    to: 'The recipients, without display names.',
    link: 'For a click, the URL of the link.',
    occurred_at: 'When the event occurred.',
  },
  InboundEvent: {
    ...verdictDescriptions,
    id: 'Pass this as `reply_to_message_id` to reply.',
    from: 'The address that the message claims to come from, in lowercase and without a display name.',
    text: 'The text of the sender, without quotes.',
    received_at: 'The time in the Date header. Without a Date header, the time of arrival.',
  },
};
