export const resourceDescription =
  'Drafts of keys that may not send by themselves, and the decisions of people about them.';

export const fieldDescriptions = {
  Approval: {
    message_id: 'The email that is held.',
    api_key_id: 'The key that drafted it.',
    last_error: 'Why the last release failed.',
    expires_at: 'When it is withdrawn, unless somebody decides before.',
    scheduled_at: 'When it is due, if it was to leave later.',
    attachments: 'What is attached, in order.',
  },
  AttachedFile: {
    size: 'Bytes.',
    sha256: 'Of its bytes, in hexadecimal.',
  },
  DecisionRequest: {
    decided_by: 'Who decides: a name or an address, kept with the decision.',
    reason: 'Kept with the decision.',
  },
  Decision: {
    message_id: 'The email that was held.',
    status: 'What became of the email.',
    scheduled_at: 'When it is due, if its time is still to come.',
    skipped: 'Everybody had left `to`, so nothing was sent.',
    reason: 'Why it was skipped.',
  },
};
