export const resourceDescription = 'Conversations: sent and received messages in one transcript.';

export const queryParameterDescriptions = {
  awaiting_reply:
    'With `true`, returns conversations in which a person wrote and the workspace has not replied. With `false`, returns all others.',
};

const thread = {
  subject: 'The subject of the first message.',
  participants: 'The addresses in the conversation except those of the workspace, without display names.',
  message_count: 'The number of messages that were received or that SES accepted.',
  awaiting_reply: 'Whether a person wrote and the workspace has not replied.',
  pending_reply: 'Whether a held or scheduled reply is newer than the last received message.',
  handled_at: 'When the conversation was last marked as handled. Reset to null when a person writes.',
  last_message_at: 'When the last message was sent or received. Lists are sorted by this time.',
};

const message = {
  direction: 'Whether the message was sent or received.',
  text: 'The plain text. For a received message, without quotes and signature.',
  at: 'When the message was sent. For a received message, according to its Date header.',
};

/** The results of the checks on a received message. The webhook event has the same fields. */
export const verdictDescriptions = {
  sender_authenticated:
    'Whether the message is proven to come from the domain of `from`. Check this before you trust the sender.',
  automated: 'Whether a program wrote the message, such as an out-of-office reply or a bounce.',
  spf_verdict: 'Such as `PASS`, `FAIL` or `GRAY`; null if SPF was not checked.',
  dkim_verdict: 'Such as `PASS`, `FAIL` or `GRAY`; null if DKIM was not checked.',
  dmarc_verdict: 'Such as `PASS`, `FAIL` or `GRAY`; null if DMARC was not checked.',
  spam_verdict: 'Such as `PASS` or `FAIL`; null if the message was not checked for spam.',
};

export const fieldDescriptions = {
  Thread: thread,
  ThreadWithMessages: {
    ...thread,
    messages: 'Sent and received messages, in the order in which the service recorded them.',
  },
  OutboundMessage: message,
  InboundMessage: {
    ...message,
    ...verdictDescriptions,
    id: 'Pass this as `reply_to_message_id` to reply.',
    from: 'The address that the message claims to come from, without a display name.',
    raw_text: 'The complete plain text, with quotes and signature.',
    virus_verdict: 'Such as `PASS` or `FAIL`; null if the message was not checked for viruses.',
  },
};
