export const resourceDescription =
  'Drafts from API keys that require approval, and the decisions about these drafts.';

export const fieldDescriptions = {
  Approval: {
    message_id: 'The ID of the held email.',
    api_key_id: 'The ID of the API key that created the draft.',
    last_error: 'Why the last attempt to release the draft failed.',
    expires_at: 'The deadline for a decision. An undecided draft is canceled at this time.',
    scheduled_at: 'When the email is due; null for an immediate send.',
    attachments:
      'The attached files, in the order of the request, for `GET /v1/approvals/{id}/attachments/{index}`.',
    headers:
      'The header fields that recipients see, with the names and addresses as mail clients show them. Bcc recipients are not part of them.',
    html: 'The HTML part with its footer.',
    text: 'The plain-text part with its footer. Derived from the HTML if the request has no text.',
    text_derived: 'Whether the plain-text part was derived from the HTML.',
    truncated: 'Whether `html` or `text` was cut. Read the whole draft before you decide.',
    preview_differs:
      'Whether the words that a person sees in the HTML differ from the words of the plain-text part, or depend on the mail client. In the list, also true if the draft was cut. If true, read both parts of the whole draft before you decide.',
    content_sha256:
      'A hash of all content that would be sent. Send it with the decision. Null if the content was deleted after the decision.',
    decision: 'The decision; null if the draft is pending or expired.',
    decided_at: 'When the draft was decided or expired; null if it is pending.',
  },
  AttachedFile: {
    size: 'The size in bytes.',
    sha256: 'The SHA-256 of the file, in hexadecimal.',
  },
  Header: {
    name: 'The name of the header field.',
    value: 'The decoded value.',
  },
  DecisionRequest: {
    content_sha256:
      'The hash of the draft that you saw. If the draft has another hash now, nothing is decided and the response is 409 `conflict`.',
    decided_by: 'The name or address of the approver, stored with the decision.',
    reason: 'The reason, stored with the decision.',
  },
  Decision: {
    message_id: 'The ID of the email that was held.',
    status: 'The status of the email after the decision.',
    scheduled_at: 'When the email is due; null if the email is not scheduled.',
    skipped: 'Whether the email was skipped because no recipient in `to` may be mailed now.',
    reason: 'The reason for skipping the email.',
  },
};
