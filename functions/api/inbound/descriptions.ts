import { receivedFieldDescriptions } from '../threads/descriptions';
import { fieldDescriptions as webhookDescriptions } from '../webhook-endpoints/descriptions';

export const resourceDescription =
  'Single received messages, their headers and their attachments. Transcripts do not include attachments.';

export const fieldDescriptions = {
  ReceivedMessage: {
    ...webhookDescriptions.InboundEvent,
    ...receivedFieldDescriptions,
    type: 'Always `inbound`, as in the webhook event.',
    inbox_id: 'The inbox that received the message. Always null at present.',
    headers: 'All headers in the order of the message. Empty once 30 days have passed since it arrived.',
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
