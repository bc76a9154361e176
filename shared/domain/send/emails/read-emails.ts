import type { ContentRecord } from '../../../db/records/content';
import { keys } from '../../../db/keys';
import { getItems, type Item } from '../../../db/table';
import { readContentIfPresent } from '../../platform/content-store';
import type { EmailContent } from './content';
import type { Email } from '../../../db/records/emails';

export interface EmailAndContent {
  email: Email;
  content: EmailContent;
}

const emailsPerRead = 20;

/** Reads the emails with these ids and their content, by id. Deleted emails are omitted. */
export async function readEmails(
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, EmailAndContent>> {
  const [emails, contents] = await Promise.all([
    getItems(ids.map((id) => keys.email(workspaceId, id))),
    getItems(ids.map((id) => keys.emailContent(workspaceId, id))),
  ]);
  const contentByPk = new Map(contents.map((content) => [content.pk, content]));
  const found = new Map<string, EmailAndContent>();
  // Large content is in S3, so only a few emails are read concurrently.
  for (let start = 0; start < emails.length; start += emailsPerRead) {
    const chunk = emails.slice(start, start + emailsPerRead);
    const chunkWithContent = await Promise.all(chunk.map((email) => attachContent(email, contentByPk)));
    for (const emailAndContent of chunkWithContent) found.set(emailAndContent.email.id, emailAndContent);
  }
  return found;
}

async function attachContent(
  email: Email,
  contents: ReadonlyMap<string, Item<ContentRecord>>,
): Promise<EmailAndContent> {
  const record = contents.get(keys.emailContent(email.workspaceId, email.id).pk);
  const content = record && (await readContentIfPresent<EmailContent>(record));
  return { email, content: content ?? { text: null, html: null } };
}
