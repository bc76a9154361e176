import { keys } from '../../../db/keys';
import { getItem } from '../../../db/table';
import {
  contentObjectKey,
  prepareContent,
  readContent,
  readContentIfPresent,
  readContentObject,
} from '../../platform/content-store';
import type { Email } from '../../../db/records/emails';
import {
  deserializeAttachment,
  type Attachment,
  type Message,
  type StoredAttachment,
  type StoredMessage,
} from './message';

/** The content of an email. */
export interface EmailContent {
  /** The text part. Derived if the message has only HTML. */
  text: string | null;
  html: string | null;
  /** The message for sending it later. Set only for emails that were held or scheduled. */
  message?: StoredMessage;
}

export const prepareEmailContent = (workspaceId: string, id: string, content: EmailContent) =>
  prepareContent(keys.emailContent(workspaceId, id), contentObjectKey('emails', workspaceId, id), content);

/** Finds the message of an email that was held or scheduled. The text was derived when the message was stored. */
export async function findMessage(email: Email): Promise<Message | undefined> {
  const record = await getItem(keys.emailContent(email.workspaceId, email.id));
  const content = record && (await readContent<EmailContent>(record));
  if (!content?.message) return undefined;
  const attachments = await readAttachments(email, content.message);
  // An email must not be sent without its attachments.
  if (attachments.length < content.message.attachments.length)
    throw new Error('The attachments of a pending email are missing');
  return { ...content.message, attachments, text: content.text ?? undefined };
}

/** Reads the attachments of an email that was held or scheduled. Returns none once they have been deleted. */
export async function readAttachments(
  { storedContent }: Email,
  { attachments }: StoredMessage,
): Promise<Attachment[]> {
  const objectKey = storedContent?.attachmentsKey;
  const stored = objectKey
    ? await readContentObject<StoredAttachment[]>(objectKey)
    : attachments.filter((attachment) => 'base64' in attachment);
  return stored.map(deserializeAttachment);
}

/** Finds the content of an email. Returns undefined if no content is stored, or if its object has been deleted. */
export async function findContentIfPresent(
  workspaceId: string,
  id: string,
): Promise<EmailContent | undefined> {
  const record = await getItem(keys.emailContent(workspaceId, id));
  return record && readContentIfPresent<EmailContent>(record);
}
