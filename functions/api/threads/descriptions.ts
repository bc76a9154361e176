export const resourceDescription =
  'Conversations: what you sent and what people wrote back, in one transcript.';

export const queryParameterDescriptions = {
  awaiting_reply: 'With `true`, what somebody wrote and nobody answered; with `false`, everything else.',
};

const thread = {
  subject: 'That of its first message.',
  participants: 'Everybody in it but the workspace itself, without names.',
  message_count: 'What was received, and what the mail provider took.',
  awaiting_reply: 'A person wrote, and nobody answered yet.',
  pending_reply: 'An answer is held or scheduled that is newer than what was last received.',
  handled_at: 'When somebody last said that it needs no answer; null again when a person writes.',
  last_message_at: 'The list is in this order.',
};

const message = {
  direction: 'Whether you sent it or received it.',
  text: 'The plain text; of what was received, without the quotes below it and the signature.',
  at: 'When it was sent, or its Date header says that it was.',
};

/** The results of the checks on a received mail. The webhook event has the same fields. */
export const verdictDescriptions = {
  sender_authenticated: 'It is certain that it comes from the domain of `from`. Ask this before you trust.',
  automated: 'A machine wrote it, such as an out-of-office note or a bounce.',
  spf_verdict: 'Such as `PASS`, `FAIL` or `GRAY`; null where nobody looked.',
  dkim_verdict: 'Such as `PASS`, `FAIL` or `GRAY`; null where nobody looked.',
  dmarc_verdict: 'Such as `PASS`, `FAIL` or `GRAY`; null where nobody looked.',
  spam_verdict: 'Such as `PASS` or `FAIL`; null where nobody looked.',
};

export const fieldDescriptions = {
  Thread: thread,
  ThreadWithMessages: {
    ...thread,
    messages: 'Both directions, in the order in which the service came to know of them.',
  },
  OutboundMessage: message,
  InboundMessage: {
    ...message,
    ...verdictDescriptions,
    id: 'Give it as `reply_to_message_id` to answer.',
    from: 'Who claims to have written it, without a name.',
    raw_text: 'All of the plain text, with quotes and signature.',
    virus_verdict: 'Such as `PASS` or `FAIL`; null where nobody looked.',
  },
};
