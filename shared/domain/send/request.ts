import { invalidRequest } from '../../core/errors';
import type { Mailbox } from '../../text/mailbox';
import type { RiskClass } from '../../db/records/domains';
import type { Attachment } from './emails/message';

/** What a send asks for (E-1), each field right by itself. */
export interface SendRequest {
  from: Mailbox;
  /** `from` as given. */
  fromText: string;
  to: readonly Mailbox[];
  cc: readonly Mailbox[];
  bcc: readonly Mailbox[];
  replyTo: Mailbox | undefined;
  subject: string | undefined;
  html: string | undefined;
  text: string | undefined;
  /** The slug of a template. */
  template: string | undefined;
  variables: Readonly<Record<string, string>>;
  riskClass: RiskClass;
  scheduledAt: string | undefined;
  sequenceKey: string | undefined;
  tags: readonly { name: string; value: string }[];
  attachments: readonly Attachment[];
  replyToMessageId: string | undefined;
  threadId: string | undefined;
  /** The key of a topic. */
  topic: string | undefined;
}

const recipientsMax = 50;

/** Check 1's first: so many as are named, before anything else is looked at. */
export function refuseTooManyRecipients(count: number): void {
  if (count <= recipientsMax) return;
  throw invalidRequest(
    `At most ${recipientsMax} recipients across to, cc and bcc; this request names ${count}`,
  );
}
