import type { Mailbox } from '../../../text/mailbox';
import type { RiskClass } from '../../../db/records/domains';

/** A message to send: the request with its template rendered and its references resolved. */
export interface Message {
  /** The `from` of the request. */
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
  /** The key of the message's topic. */
  topic: string | undefined;
  replyToMessageId: string | undefined;
  /** The inbox whose address is in `from`. */
  inboxId?: string | undefined;
  /** Stored on the schedule entry of a scheduled send (E-9). */
  sequenceKey: string | undefined;
  tags: readonly { name: string; value: string }[];
  attachments: readonly Attachment[];
}

export interface Attachment {
  filename: string;
  content: Buffer;
  contentType: string;
  /** Makes the attachment inline. The HTML refers to the attachment by this id. */
  contentId?: string | undefined;
}

export type Recipients = Pick<Message, 'to' | 'cc' | 'bcc'>;

export const allRecipients = ({ to, cc, bcc }: Recipients): Mailbox[] => [...to, ...cc, ...bcc];

/** Returns the recipients in the form of an email record. */
export const recipientFields = (message: Recipients) => ({
  to: message.to.map(({ address }) => address),
  cc: message.cc.length > 0 ? message.cc.map(({ address }) => address) : undefined,
  recipientCount: allRecipients(message).length,
});

type AttachmentMetadata = Omit<Attachment, 'content'>;

/** An attachment in a form that JSON can represent. */
export interface StoredAttachment extends AttachmentMetadata {
  base64: string;
}

/** A message in a form that JSON can represent. Only messages of release 0.1.0 contain the bytes of their attachments. */
export interface StoredMessage extends Omit<Message, 'attachments'> {
  attachments: readonly (AttachmentMetadata | StoredAttachment)[];
}

/** Omits the bytes of the attachments. */
export const serializeMessage = (message: Message): StoredMessage => ({
  ...message,
  attachments: message.attachments.map(({ filename, contentType, contentId }) => ({
    filename,
    contentType,
    contentId,
  })),
});

export const serializeAttachment = ({ content, ...metadata }: Attachment): StoredAttachment => ({
  ...metadata,
  base64: content.toString('base64'),
});

export const deserializeAttachment = ({ base64, ...metadata }: StoredAttachment): Attachment => ({
  ...metadata,
  content: Buffer.from(base64, 'base64'),
});
