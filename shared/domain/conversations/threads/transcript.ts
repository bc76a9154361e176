import type { ContentRecord } from '../../../db/records/content';
import { responseBytesMax } from '../../../core/response-size';
import { chunksOf } from '../../../core/chunks';
import { isUuid } from '../../../db/cursor';
import { keys, type Key } from '../../../db/keys/index';
import { getItems } from '../../../db/table';
import { readContent, readContentIfPresent } from '../../platform/content-store';
import type { EmailContent } from '../../send/emails/content';
import type { Email } from '../../../db/records/emails';
import type { InboundContent, InboundMessage } from '../../../db/records/inbound';
import { ifVisible, type Viewer } from '../../platform/api-keys/inbox-limit';
import { readThreadContents, type ThreadContents } from './thread-contents';
import { knownParticipants } from './known-participants';
import type { Thread } from '../../../db/records/threads';
import { messageTime } from './message-time';

/** A message of a conversation. Content is absent if it was deleted or the response has no room for it. */
export type TranscriptEntry = { email: Email; content?: EmailContent } | ReceivedEntry;

export interface ReceivedEntry {
  message: InboundMessage;
  /** Whether the sender belongs to the conversation (TH-29). */
  isKnownParticipant: boolean;
  content?: InboundContent;
}

/**
 * Reads a conversation and its messages in the order in which the service recorded them, newest last (TH-26, TH-27).
 * Returns undefined if the conversation does not exist.
 */
export async function readTranscript(
  viewer: Viewer,
  id: string,
): Promise<{ thread: Thread; entries: TranscriptEntry[] } | undefined> {
  if (!isUuid(id)) return undefined;
  const { workspaceId } = viewer;
  const contents = await readThreadContents(workspaceId, id);
  if (!contents || !ifVisible(viewer, contents.thread)) return undefined;
  const entries = sortEntries(contents);
  await addContents(workspaceId, entries.toReversed());
  return { thread: contents.thread, entries };
}

function sortEntries(contents: ThreadContents): TranscriptEntry[] {
  const { emails, received } = contents;
  const known = knownParticipants(contents);
  const entries = [
    ...emails.map((email) => ({ email })),
    ...received.map((message) => ({ message, isKnownParticipant: known.has(message.from) })),
  ];
  return entries.sort((a, b) => (sortKeyOf(a) < sortKeyOf(b) ? -1 : 1));
}

const sortKeyOf = (entry: TranscriptEntry): string =>
  'email' in entry
    ? `${messageTime(entry.email)} ${entry.email.id}`
    : `${entry.message.recordedAt} ${entry.message.id}`;

/** Messages can be large, so they are read in small batches. */
const entriesPerRead = 10;

/**
 * The limit is larger than a response, because the response omits parts of the content, but smaller than the memory.
 */
const charactersMax = 4 * responseBytesMax;

/** Adds content, starting with the newest message. Once the limit is reached, older messages get no content. */
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

/** Adds the content and returns its length in characters. Omits the data that an email stores only for sending. */
async function addContent(entry: TranscriptEntry, record: ContentRecord): Promise<number> {
  if ('email' in entry) {
    const { text, html } = (await readContentIfPresent<EmailContent>(record)) ?? { text: null, html: null };
    entry.content = { text, html };
    return totalLength([text, html]);
  }
  const content = await readContent<InboundContent>(record);
  entry.content = content;
  return totalLength([content.text, content.rawText, content.html]);
}

const totalLength = (bodies: readonly (string | null)[]): number =>
  bodies.reduce((sum, body) => sum + (body?.length ?? 0), 0);
