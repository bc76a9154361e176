import type { Mailbox } from '../../../text/mailbox';
import type { RiskClass } from '../../../db/records/domains';

/** An email as it is to be sent: the request with its template rendered and its references resolved. */
export interface Message {
  /** As given. */
  fromText: string;
  from: Mailbox;
  to: readonly Mailbox[];
  cc: readonly Mailbox[];
  bcc: readonly Mailbox[];
  replyTo: Mailbox | undefined;
  subject: string;
  html: string | undefined;
  text: string | undefined;
  riskClass: RiskClass;
  /** The key of its topic. */
  topic: string | undefined;
  replyToMessageId: string | undefined;
  /** Stored on the schedule entry of a scheduled send (E-9). */
  sequenceKey: string | undefined;
  tags: readonly { name: string; value: string }[];
  attachments: readonly Attachment[];
}

export interface Attachment {
  filename: string;
  content: Buffer;
  contentType: string;
  /** Makes the attachment inline: the HTML refers to this id. */
  contentId?: string | undefined;
}

export type Recipients = Pick<Message, 'to' | 'cc' | 'bcc'>;

export const allRecipients = ({ to, cc, bcc }: Recipients): Mailbox[] => [...to, ...cc, ...bcc];

/** The recipients as an email's record has them. */
export const recipientFields = (message: Recipients) => ({
  to: message.to.map(({ address }) => address),
  cc: message.cc.length > 0 ? message.cc.map(({ address }) => address) : undefined,
  recipientCount: allRecipients(message).length,
});

/** A message in a form that JSON can represent. */
export interface StoredMessage extends Omit<Message, 'attachments'> {
  attachments: readonly (Omit<Attachment, 'content'> & { base64: string })[];
}

export const serializeMessage = (message: Message): StoredMessage => ({
  ...message,
  attachments: message.attachments.map(({ content, ...metadata }) => ({
    ...metadata,
    base64: content.toString('base64'),
  })),
});

export const deserializeMessage = ({ attachments, ...message }: StoredMessage): Message => ({
  ...message,
  attachments: attachments.map(({ base64, ...metadata }) => ({
    ...metadata,
    content: Buffer.from(base64, 'base64'),
  })),
});
