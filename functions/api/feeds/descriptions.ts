import { fieldDescriptions as webhookFields } from '../webhook-endpoints/descriptions';

export const resourceDescription =
  'Events for clients without a public URL. A client reads a feed with a cursor.';

export const queryParameterDescriptions = {
  after:
    'A `cursor` or `next_cursor` of this feed, or `now`. By default, the page starts with the oldest event that is kept.',
  wait: 'How many seconds to wait for an event, at most 25.',
};

const feed = {
  events: 'The types of events in the feed.',
  inbox_id: 'The inbox whose events the feed contains; null for all events of the workspace.',
};

export const fieldDescriptions = {
  Feed: feed,
  NewFeedRequest: feed,
  FeedInboundEvent: {
    ...webhookFields.InboundEvent,
    text: 'The text that the sender wrote, without quotes. Null if it does not fit into a response.',
  },
  FeedEvent: {
    cursor: 'The `after` that continues after this event.',
    event: 'The payload of the webhook.',
  },
  FeedEventList: { next_cursor: 'The `after` of the next page, which may be empty.' },
};
