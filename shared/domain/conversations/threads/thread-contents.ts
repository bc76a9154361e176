import { keys } from '../../../db/keys/index';
import { partitionQuery } from '../../../db/query';
import { getItems, queryAll, type Item } from '../../../db/table';
import type { Email } from '../../../db/records/emails';
import type { InboundMessage } from '../../../db/records/inbound';
import type { Thread } from '../../../db/records/threads';

/** A conversation and its messages, unsorted. */
export interface ThreadContents {
  thread: Item<Thread>;
  /** All records of the conversation: the thread, and one record for each message after the first message. */
  records: Item<object>[];
  emails: Email[];
  received: InboundMessage[];
}

/** Returns undefined if the conversation does not exist. */
export async function readThreadContents(
  workspaceId: string,
  id: string,
): Promise<ThreadContents | undefined> {
  const records = await queryAll<object>(partitionQuery(keys.thread(workspaceId, id).pk));
  const thread = records.find(isThread);
  if (!thread) return undefined;
  const receivedIds = idsWithPrefix('INBOUND#', records);
  // The first message may be a received message.
  const sentIds = [thread.firstMessageId, ...idsWithPrefix('MESSAGE#', records)].filter(
    (messageId) => !receivedIds.includes(messageId),
  );
  const [emails, received] = await Promise.all([
    getItems(sentIds.map((messageId) => keys.email(workspaceId, messageId))),
    getItems(receivedIds.map((messageId) => keys.inboundMessage(workspaceId, messageId))),
  ]);
  return { thread, records, emails, received };
}

const threadSortKey = keys.thread('', '').sk;

const isThread = (record: Item<object>): record is Item<Thread> => record.sk === threadSortKey;

const idsWithPrefix = (prefix: string, records: readonly Item<object>[]): string[] =>
  records.filter(({ sk }) => sk.startsWith(prefix)).map(({ sk }) => sk.slice(prefix.length));
