import { isMissing } from '../../../aws/is-missing';
import { keys } from '../../../db/keys';
import { getItem } from '../../../db/table';
import { contentKey, keepContent, readContent, type ContentRecord } from '../../platform/content-store';
import type { Email } from '../../../db/records/emails';
import { restoredMessage, type Message, type StoredMessage } from './message';

/** What an email said. */
export interface EmailContent {
  /** What it says without HTML: derived, where the message has HTML only. */
  text: string | null;
  html: string | null;
  /** All that is needed to send it later: of emails that were held or scheduled. */
  message?: StoredMessage;
}

export const keepEmailContent = (workspaceId: string, id: string, content: EmailContent) =>
  keepContent(keys.emailContent(workspaceId, id), contentKey('emails', workspaceId, id), content);

/** The message of an email that was held or scheduled. Its HTML was read when it came, and is not read again. */
export async function findMessage({
  workspaceId,
  id,
}: Pick<Email, 'workspaceId' | 'id'>): Promise<Message | undefined> {
  const content = await findContent(workspaceId, id);
  return content?.message && { ...restoredMessage(content.message), text: content.text ?? undefined };
}

/** What the email said, or undefined when nothing is kept of it. */
async function findContent(workspaceId: string, id: string): Promise<EmailContent | undefined> {
  const record = await getItem<ContentRecord>(keys.emailContent(workspaceId, id));
  return record && readContent<EmailContent>(record);
}

/** The same of one that may be being deleted: its object goes before its record. */
export async function findKeptContent(workspaceId: string, id: string): Promise<EmailContent | undefined> {
  try {
    return await findContent(workspaceId, id);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
