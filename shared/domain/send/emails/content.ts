import { isMissingObject } from '../../../aws/is-missing-object';
import { keys } from '../../../db/keys';
import { getItem } from '../../../db/table';
import { contentObjectKey, prepareContent, readContent } from '../../platform/content-store';
import type { Email } from '../../../db/records/emails';
import { deserializeMessage, type Message, type StoredMessage } from './message';

/** What an email said. */
export interface EmailContent {
  /** What it says without HTML: derived, where the message has HTML only. */
  text: string | null;
  html: string | null;
  /** All that is needed to send it later: of emails that were held or scheduled. */
  message?: StoredMessage;
}

export const prepareEmailContent = (workspaceId: string, id: string, content: EmailContent) =>
  prepareContent(keys.emailContent(workspaceId, id), contentObjectKey('emails', workspaceId, id), content);

/** The message of an email that was held or scheduled. Its HTML was read when it came, and is not read again. */
export async function findMessage({
  workspaceId,
  id,
}: Pick<Email, 'workspaceId' | 'id'>): Promise<Message | undefined> {
  const content = await findContent(workspaceId, id);
  return content?.message && { ...deserializeMessage(content.message), text: content.text ?? undefined };
}

/** What the email said, or undefined when nothing is kept of it. */
async function findContent(workspaceId: string, id: string): Promise<EmailContent | undefined> {
  const record = await getItem(keys.emailContent(workspaceId, id));
  return record && readContent<EmailContent>(record);
}

/** The same of one that may be being deleted: its object goes before its record. */
export async function findContentIfPresent(
  workspaceId: string,
  id: string,
): Promise<EmailContent | undefined> {
  try {
    return await findContent(workspaceId, id);
  } catch (error) {
    if (isMissingObject(error)) return undefined;
    throw error;
  }
}
