export const resourceDescription =
  'The attachments of received messages. Transcripts do not include attachments.';

export const fieldDescriptions = {
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
