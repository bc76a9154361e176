import { isMissingObject } from '../../../aws/is-missing-object';
import { keys } from '../../../db/keys';
import { getItem } from '../../../db/table';
import { contentObjectKey, prepareContent, readContent } from '../../platform/content-store';
import type { Email } from '../../../db/records/emails';
import { deserializeMessage, type Message, type StoredMessage } from './message';

/** The content of an email. */
export interface EmailContent {
  /** The text part. Derived if the message has only HTML. */
  text: string | null;
  html: string | null;
  /** The whole message for sending it later. Set only for emails that were held or scheduled. */
  message?: StoredMessage;
}

export const prepareEmailContent = (workspaceId: string, id: string, content: EmailContent) =>
  prepareContent(keys.emailContent(workspaceId, id), contentObjectKey('emails', workspaceId, id), content);

/** Finds the message of an email that was held or scheduled. The text was derived when the message was stored. */
export async function findMessage({
  workspaceId,
  id,
}: Pick<Email, 'workspaceId' | 'id'>): Promise<Message | undefined> {
  const content = await findContent(workspaceId, id);
  return content?.message && { ...deserializeMessage(content.message), text: content.text ?? undefined };
}

/** Finds the content of the email. Returns undefined if no content is stored. */
async function findContent(workspaceId: string, id: string): Promise<EmailContent | undefined> {
  const record = await getItem(keys.emailContent(workspaceId, id));
  return record && readContent<EmailContent>(record);
}

/**
 * Finds the content of an email whose deletion may be in progress. The S3 object is deleted before the content record.
 */
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
