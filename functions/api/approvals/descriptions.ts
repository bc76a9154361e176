export const resourceDescription =
  'Drafts from API keys that require approval, and the decisions about these drafts.';

export const fieldDescriptions = {
  Approval: {
    message_id: 'The ID of the held email.',
    api_key_id: 'The ID of the API key that created the draft.',
    last_error: 'Why the last attempt to release the draft failed.',
    expires_at: 'The deadline for a decision. An undecided draft is canceled at this time.',
    scheduled_at: 'When the email is due; null for an immediate send.',
    attachments: 'The attached files, in the order of the request.',
  },
  AttachedFile: {
    size: 'The size in bytes.',
    sha256: 'The SHA-256 of the file, in hexadecimal.',
  },
  DecisionRequest: {
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
