import { receivedFieldDescriptions } from '../threads/descriptions';
import { fieldDescriptions as webhookDescriptions } from '../webhook-endpoints/descriptions';

export const resourceDescription =
  'Received messages in the order of arrival, their headers and their attachments. Transcripts do not include attachments.';

export const queryParameterDescriptions = {
  after:
    'A `next_cursor` of this list, the ID of a received message, or `now`. By default, the list starts with the oldest message that is kept.',
  wait: 'How many seconds to wait for a message, at most 25.',
  inbox_id: 'Returns only messages to this inbox.',
  thread_id: 'Returns only messages of this conversation.',
  from: 'Returns only messages whose `from` is this address.',
};

const listedMessage = {
  ...webhookDescriptions.InboundEvent,
  ...receivedFieldDescriptions,
  type: 'Always `inbound`, as in the webhook event.',
  inbox_id: 'The inbox that received the message.',
};

export const fieldDescriptions = {
  ListedMessage: listedMessage,
  ListedMessageList: { next_cursor: 'The `after` of the next page, which may be empty.' },
  EnabledInbound: { enabled_at: 'When the list was started.' },
  ReceivedMessage: {
    ...listedMessage,
    extracted: 'The codes and links that a person sees in what the sender wrote, without quoted history.',
    headers: 'All headers in the order of the message. Empty once 30 days have passed since it arrived.',
  },
  Extracted: {
    codes: 'At most 10 codes. Each code counts once.',
    links: 'At most 50 links to web pages, in order. Each target counts once.',
  },
  ExtractedCode: {
    value: 'The code as a person enters it. Grouped digits are joined: `123456` for `123 456`.',
    kind: '`otp` is a one-time code, `reference` the number of an order, a booking or a ticket, `coupon` a code that lowers a price.',
    confidence: 'From 0 to 1.',
  },
  ExtractedLink: {
    url: 'The target.',
    text: 'What the sender shows in place of the target: words, the description of an image, or in plain text the URL.',
    host: 'The host of the target, in ASCII.',
    kind: 'What the link does, according to its words and its path.',
    suspicious:
      'The first of these that applies: `credentials` if the URL has a user name or password, `ip_host` if the host is an IP address, `punycode` if the host has letters outside ASCII, `text_mismatch` if the text shows a domain other than that of the target. Null if none applies.',
  },
  MessageHeader: {
    name: 'The name as the sender wrote it.',
    value: 'The value on one line. Encoded words are not decoded.',
  },
  ReceivedAttachment: {
    index:
      'The position of the attachment in the message, for `GET /v1/inbound/{message_id}/attachments/{index}`.',
    filename: 'The name that the sender gave. Without a name, `attachment-` followed by the index.',
    content_type: 'The type that the sender declared. Without a type, `application/octet-stream`.',
    size: 'The decoded size in bytes.',
    inline:
      'Whether the HTML of the message can show the file. True if the file has a Content-ID and is not declared as an attachment.',
  },
};
