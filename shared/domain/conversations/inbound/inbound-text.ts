import { isMissingObject } from '../../../aws/is-missing-object';
import { keys } from '../../../db/keys/index';
import { partitionQuery } from '../../../db/query';
import { getItem, getItems, queryPage } from '../../../db/table';
import type { ContentRecord } from '../../../db/records/content';
import type { InboundContent, InboundMessage } from '../../../db/records/inbound';
import type { EarlierBody } from '../../../text/reply/known-quote';
import { readContent } from '../../platform/content-store';
import type { EmailContent } from '../../send/emails/content';
import type { InboundThreadAssignment } from './assign-inbound-thread';
import type { ParsedInboundMail } from './parse-inbound-mail';

/**
 * Returns the reply as text. Reads the earlier messages of the conversation only if the email has a quote that may be
 * history or the sender's own.
 */
export async function readText(
  { workspaceId }: InboundMessage,
  { threadId, isNew }: InboundThreadAssignment,
  { content, readTextAfter }: ParsedInboundMail,
): Promise<string> {
  if (!readTextAfter || isNew) return content.text;
  return readTextAfter(await readEarlierBodies(workspaceId, threadId));
}

/** Returns the text of a stored message, which may depend on messages that were in the conversation at that time. */
export async function readStoredText(
  { workspaceId, id }: InboundMessage,
  { content, readTextAfter }: ParsedInboundMail,
): Promise<string> {
  const record = readTextAfter && (await getItem(keys.inboundContent(workspaceId, id)));
  return record ? (await readContent<InboundContent>(record)).text : content.text;
}

/** The number of received and of sent messages to read. Most quotes are from one of the latest messages. */
const earlierMessagesMax = 10;

/** No more messages are read once their texts have this length in total. */
const charactersMax = 2_000_000;

async function readEarlierBodies(workspaceId: string, threadId: string): Promise<EarlierBody[]> {
  const [thread, receivedIds, sentIds] = await Promise.all([
    getItem(keys.thread(workspaceId, threadId)),
    latestIds(workspaceId, threadId, 'INBOUND#'),
    latestIds(workspaceId, threadId, 'MESSAGE#'),
  ]);
  const records = await getItems([
    ...receivedIds.map((id) => keys.inboundContent(workspaceId, id)),
    ...[...sentIds, ...(thread ? [thread.firstMessageId] : [])].map((id) =>
      keys.emailContent(workspaceId, id),
    ),
  ]);
  const bodies: EarlierBody[] = [];
  let characters = 0;
  // Read one message at a time, because the content of an email that was scheduled includes its attachments.
  for (const record of records) {
    if (characters > charactersMax) break;
    const body = await readBody(record);
    if (body) bodies.push(body);
    characters += (body?.text ?? '').length + (body?.html ?? '').length;
  }
  return bodies;
}

/** Returns undefined if the content is being deleted. */
async function readBody(record: ContentRecord): Promise<EarlierBody | undefined> {
  try {
    const { rawText, text, html } = await readContent<Partial<InboundContent> & EmailContent>(record);
    return { text: rawText ?? text, html };
  } catch (error) {
    if (isMissingObject(error)) return undefined;
    throw error;
  }
}

async function latestIds(
  workspaceId: string,
  threadId: string,
  prefix: 'INBOUND#' | 'MESSAGE#',
): Promise<string[]> {
  const { pk } = keys.thread(workspaceId, threadId);
  const range = { beginsWith: prefix, descending: true, pageSize: earlierMessagesMax };
  const { items } = await queryPage<object>(partitionQuery(pk, range));
  return items.map(({ sk }) => sk.slice(prefix.length));
}
