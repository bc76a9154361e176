/** The email that an event is about, and when the provider took it. */
export interface Reported {
  id: string;
  workspaceId: string;
  acceptedAt: string;
}

type SesEvent = Record<string, unknown>;

/** Events as SES publishes them, with the parts that matter to their reader. `seconds` after the acceptance. */
export const sesEvents = {
  send: (email: Reported): SesEvent => event(email, 'Send', 'send', {}),

  delivery: (email: Reported, seconds: number, recipients = ['kim@example.com']): SesEvent =>
    event(email, 'Delivery', 'delivery', { timestamp: later(email, seconds), recipients }),

  bounce: (
    email: Reported,
    seconds: number,
    { type = 'Transient', recipients = [{ emailAddress: 'kim@example.com' }] as object[] } = {},
  ): SesEvent =>
    event(email, 'Bounce', 'bounce', {
      timestamp: later(email, seconds),
      bounceType: type,
      bounceSubType: 'General',
      bouncedRecipients: recipients,
    }),

  complaint: (email: Reported, seconds: number, emailAddress = 'kim@example.com'): SesEvent =>
    event(email, 'Complaint', 'complaint', {
      timestamp: later(email, seconds),
      complainedRecipients: [{ emailAddress }],
      complaintFeedbackType: 'abuse',
    }),
};

export const providerMessageIdOf = ({ id }: Reported): string => `0100-${id}-000000`;

export const later = ({ acceptedAt }: Reported, seconds: number): string =>
  new Date(Date.parse(acceptedAt) + seconds * 1_000).toISOString();

function event(email: Reported, eventType: string, part: string, detail: object): SesEvent {
  const tags = { message_id: [email.id], workspace_id: [email.workspaceId] };
  const mail = { messageId: providerMessageIdOf(email), timestamp: email.acceptedAt, tags };
  return { eventType, mail, [part]: detail };
}
