import type { Domain } from '../../../db/records/domains';
import type { Email } from '../../../db/records/emails';
import { recipientFields, type Message } from '../emails/message';
import { composeMail, type RenderContext } from './compose';

/** A composed email that passed its checks and is ready to be charged for, submitted to SES and recorded. */
export interface OutgoingEmail {
  email: Email;
  message: Message;
  domain: Domain;
  /** The MIME message. */
  raw: Buffer;
  /** The text part without the footer. Derived if the message has only HTML. */
  text: string;
}

/** Composes the email. The returned record has the recipients and references of the composed email. */
export async function composeOutgoing(
  { email, message, domain }: Pick<OutgoingEmail, 'email' | 'message' | 'domain'>,
  context: RenderContext,
): Promise<OutgoingEmail> {
  const { raw, text, references } = await composeMail(message, { ...context, domain });
  const withRecipients = { ...email, ...recipientFields(message), ...(references && { references }) };
  return { email: withRecipients, message, domain, raw, text };
}
