import { invalidRequest } from '../../core/errors';
import type { Mailbox } from '../../text/mailbox';
import type { RiskClass } from '../../db/records/domains';
import type { Attachment } from './emails/message';

/** The content of a send request (E-1). Each field is valid, but combinations are not checked yet. */
export interface SendRequest {
  from: Mailbox;
  /** `from` as the request gives it. */
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

/** Refuses too many recipients. Runs before all other checks (E-29). */
export function refuseTooManyRecipients(count: number): void {
  if (count <= recipientsMax) return;
  throw invalidRequest(
    `At most ${recipientsMax} recipients across to, cc and bcc, but this request has ${count}`,
  );
}
