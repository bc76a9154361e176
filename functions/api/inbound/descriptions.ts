export const resourceDescription = 'Mail that arrived, where a transcript is not enough: its attachments.';

export const fieldDescriptions = {
  ReceivedAttachment: {
    index: 'Its place in the mail: of `GET /v1/inbound/{message_id}/attachments/{index}`.',
    filename: 'As its sender named it, or `attachment-` and its index.',
    content_type: 'As its sender declared it, or `application/octet-stream`.',
    size: 'Bytes, decoded.',
    inline: 'The HTML can show it: it has a Content-ID, and is not declared to be an attachment.',
  },
};
