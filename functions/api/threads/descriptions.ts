export const resourceDescription = 'Conversations: sent and received messages in one transcript.';

export const queryParameterDescriptions = {
  awaiting_reply:
    'If `true`, returns conversations that await a reply: a person wrote, and the workspace has not replied. If `false`, returns all other conversations.',
  label: 'Returns only conversations with this label.',
};

const inbox_id =
  'The inbox that the messages belong to, or null. Only workspaces that ever had an inbox have the field.';

const thread = {
  inbox_id,
  subject: 'The subject of the first message.',
  participants: 'The addresses of all participants except the workspace, without display names.',
  message_count: 'The number of received messages and of sent messages that SES accepted.',
  awaiting_reply: 'Whether a person wrote a message to which the workspace has not replied.',
  pending_reply: 'Whether a held or scheduled reply is newer than the last received message.',
  handled_at:
    'When the conversation was last marked as handled. The next message from a person resets this field to null.',
  last_message_at: 'When the last message was sent or received. Lists are sorted by this time.',
  labels:
    'The labels that the workspace gave the conversation. Absent until the workspace uses labels or the read state.',
  read_at:
    'When the conversation was marked as read; null if it is unread. Absent until the workspace uses labels or the read state.',
};

const message = {
  inbox_id,
  direction: 'Whether the message was sent or received.',
  text: 'The plain text. In a received message, quotes and the signature are removed.',
  at: 'When the message was sent. For a received message, the time in its Date header.',
};

/** The results of the checks on a received message. The webhook event has the same fields. */
export const verdictDescriptions = {
  sender_authenticated:
    'Whether the message is proven to come from the domain of `from`. Check this field before you trust the sender.',
  automated: 'Whether a program wrote the message, such as an out-of-office reply or a bounce.',
  spf_verdict: 'The result of the SPF check, such as `PASS`, `FAIL` or `GRAY`; null if there was no check.',
  dkim_verdict: 'The result of the DKIM check, such as `PASS`, `FAIL` or `GRAY`; null if there was no check.',
  dmarc_verdict:
    'The result of the DMARC check, such as `PASS`, `FAIL` or `GRAY`; null if there was no check.',
  spam_verdict: 'The result of the spam check, such as `PASS` or `FAIL`; null if there was no check.',
};

/** The fields of a received message that the webhook event does not have. */
export const receivedFieldDescriptions = {
  cc: 'The addresses in the Cc header, without display names.',
  reply_to:
    'The addresses in the Reply-To header, without display names. To reply, use them instead of `from`.',
  hidden_text:
    'Whether the HTML contains words that mail clients hide. `text` omits them, and `html` contains them.',
  parts_disagree:
    'Whether the plain text and the HTML say different things, so that the sender may have seen other words than `text`.',
  known_participant:
    'Whether the sender started the conversation, or the workspace sent an email of the conversation to `from`. Check an unknown sender before you reply, because anyone who has the ID of a message can join its conversation.',
};

export const fieldDescriptions = {
  Thread: thread,
  ThreadWithMessages: {
    ...thread,
    messages: 'Sent and received messages, in the order in which the service recorded them.',
  },
  ThreadLabelsRequest: {
    add: 'Labels to add, each of 1 to 60 characters.',
    remove: 'Labels to remove. A label in both lists is removed.',
  },
  ThreadReadRequest: { read: 'Whether the conversation is read.' },
  OutboundMessage: message,
  InboundMessage: {
    ...message,
    ...verdictDescriptions,
    ...receivedFieldDescriptions,
    id: 'The ID of the message. To reply, pass the ID as `reply_to_message_id`.',
    from: 'The address that the message claims to come from, without a display name.',
    raw_text: 'The complete plain text, with quotes and signature.',
    virus_verdict: 'The result of the virus check, such as `PASS` or `FAIL`; null if there was no check.',
  },
};
