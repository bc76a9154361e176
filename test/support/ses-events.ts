/** The email of an event, and the time at which SES accepted the email. */
export interface ReportedEmail {
  id: string;
  workspaceId: string;
  acceptedAt: string;
}

type SesEvent = Record<string, unknown>;

/**
 * Events in the format of SES, reduced to the fields that the service reads. `seconds` is the time since SES accepted
 * the email.
 */
export const sesEvents = {
  send: (email: ReportedEmail): SesEvent => buildEvent(email, 'Send', 'send', {}),

  delivery: (email: ReportedEmail, seconds: number, recipients = ['kim@example.com']): SesEvent =>
    buildEvent(email, 'Delivery', 'delivery', { timestamp: timeAfterAcceptance(email, seconds), recipients }),

  bounce: (
    email: ReportedEmail,
    seconds: number,
    { type = 'Transient', recipients = [{ emailAddress: 'kim@example.com' }] as object[] } = {},
  ): SesEvent =>
    buildEvent(email, 'Bounce', 'bounce', {
      timestamp: timeAfterAcceptance(email, seconds),
      bounceType: type,
      bounceSubType: 'General',
      bouncedRecipients: recipients,
    }),

  complaint: (
    email: ReportedEmail,
    seconds: number,
    emailAddress: string | readonly string[] = 'kim@example.com',
    complaintFeedbackType = 'abuse',
  ): SesEvent =>
    buildEvent(email, 'Complaint', 'complaint', {
      timestamp: timeAfterAcceptance(email, seconds),
      complainedRecipients: [emailAddress].flat().map((address) => ({ emailAddress: address })),
      complaintFeedbackType,
    }),
};

export const providerMessageIdOf = ({ id }: ReportedEmail): string => `0100-${id}-000000`;

export const timeAfterAcceptance = ({ acceptedAt }: ReportedEmail, seconds: number): string =>
  new Date(Date.parse(acceptedAt) + seconds * 1_000).toISOString();

function buildEvent(email: ReportedEmail, eventType: string, detailKey: string, detail: object): SesEvent {
  const tags = { message_id: [email.id], workspace_id: [email.workspaceId] };
  const mail = { messageId: providerMessageIdOf(email), timestamp: email.acceptedAt, tags };
  return { eventType, mail, [detailKey]: detail };
}
