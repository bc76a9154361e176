import type { ContentRecord } from '../../../db/records/content';
import { responseBytesMax } from '../../../core/response-size';
import { chunksOf } from '../../../core/chunks';
import { isUuid } from '../../../db/cursor';
import { keys, type Key } from '../../../db/keys/index';
import { getItems } from '../../../db/table';
import { readContent } from '../../platform/content-store';
import type { EmailContent } from '../../send/emails/content';
import type { Email } from '../../../db/records/emails';
import type { InboundContent, InboundMessage } from '../../../db/records/inbound';
import { readThreadContents, type ThreadContents } from './thread-contents';
import type { Thread } from '../../../db/records/threads';
import { messageTime } from './message-time';

/** One thing that was said in a conversation. Without content: there is no more room for it, or none is kept. */
export type TranscriptEntry =
  { email: Email; content?: EmailContent } | { message: InboundMessage; content?: InboundContent };

/**
 * A conversation with everything that was said in it, in the order in which the service came to know of it: what is
 * new stands last (TH-26, TH-27). Undefined when there is none.
 */
export async function readTranscript(
  workspaceId: string,
  id: string,
): Promise<{ thread: Thread; entries: TranscriptEntry[] } | undefined> {
  if (!isUuid(id)) return undefined;
  const contents = await readThreadContents(workspaceId, id);
  if (!contents) return undefined;
  const entries = sortEntries(contents);
  await addContents(workspaceId, entries.toReversed());
  return { thread: contents.thread, entries };
}

function sortEntries({ emails, received }: ThreadContents): TranscriptEntry[] {
  const entries = [...emails.map((email) => ({ email })), ...received.map((message) => ({ message }))];
  return entries.sort((a, b) => (sortKeyOf(a) < sortKeyOf(b) ? -1 : 1));
}

const sortKeyOf = (entry: TranscriptEntry): string =>
  'email' in entry
    ? `${messageTime(entry.email)} ${entry.email.id}`
    : `${entry.message.recordedAt} ${entry.message.id}`;

/** Mails can be large: few of them are read at once, and no more than an answer can carry. */
const entriesPerRead = 10;

/** Some of it will not be shown, so more is read than an answer can carry; but not more than there is memory for. */
const charactersMax = 4 * responseBytesMax;

/** From the newest on. The older ones go without what they say where it is too much. */
async function addContents(workspaceId: string, newestFirst: readonly TranscriptEntry[]): Promise<void> {
  let characters = 0;
  for (const chunk of chunksOf(newestFirst, entriesPerRead)) {
    if (characters > charactersMax) return;
    const records = await getItems(chunk.map((entry) => contentKeyOf(workspaceId, entry)));
    const recordByPk = new Map(records.map((record) => [record.pk, record]));
    const lengths = chunk.map(async (entry) => {
      const record = recordByPk.get(contentKeyOf(workspaceId, entry).pk);
      return record ? addContent(entry, record) : 0;
    });
    characters += (await Promise.all(lengths)).reduce((sum, length) => sum + length, 0);
  }
}

const contentKeyOf = (workspaceId: string, entry: TranscriptEntry): Key<ContentRecord> =>
  'email' in entry
    ? keys.emailContent(workspaceId, entry.email.id)
    : keys.inboundContent(workspaceId, entry.message.id);

/** Returns its length in characters. What an email keeps to be sent later is none of a reader's business. */
async function addContent(entry: TranscriptEntry, record: ContentRecord): Promise<number> {
  if ('email' in entry) {
    const { text, html } = await readContent<EmailContent>(record);
    entry.content = { text, html };
    return totalLength([text, html]);
  }
  const content = await readContent<InboundContent>(record);
  entry.content = content;
  return totalLength([content.text, content.rawText, content.html]);
}

const totalLength = (bodies: readonly (string | null)[]): number =>
  bodies.reduce((sum, body) => sum + (body?.length ?? 0), 0);
