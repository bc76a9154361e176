export const resourceDescription = 'The attachments of received messages, which transcripts do not include.';

export const fieldDescriptions = {
  ReceivedAttachment: {
    index: 'The position in the message, for `GET /v1/inbound/{message_id}/attachments/{index}`.',
    filename: 'The name that the sender gave, or `attachment-` and the index.',
    content_type: 'The type that the sender declared, or `application/octet-stream`.',
    size: 'The decoded size in bytes.',
    inline:
      'Whether the HTML can show the file, which has a Content-ID and is not declared as an attachment.',
  },
};
