import { keys } from '../../../db/keys/index';
import { inPartition } from '../../../db/query';
import { getItems, queryAll, type Item } from '../../../db/table';
import type { Email } from '../../../db/records/emails';
import type { InboundMessage } from '../../../db/records/inbound';
import type { Thread } from '../../../db/records/threads';

/** A conversation and who is in it, in no order. */
export interface Members {
  thread: Item<Thread>;
  /** All that stands under the conversation: it, and one for each message that joined. */
  records: Item<object>[];
  emails: Email[];
  received: InboundMessage[];
}

/** Undefined when there is no such conversation. */
export async function readMembers(workspaceId: string, id: string): Promise<Members | undefined> {
  const records = await queryAll<object>(inPartition(keys.thread(workspaceId, id).pk));
  const thread = records.find(isThread);
  if (!thread) return undefined;
  const receivedIds = idsUnder('INBOUND#', records);
  // It may have begun with a mail that arrived.
  const sentIds = [thread.firstMessageId, ...idsUnder('MESSAGE#', records)].filter(
    (one) => !receivedIds.includes(one),
  );
  const [emails, received] = await Promise.all([
    getItems<Email>(sentIds.map((one) => keys.email(workspaceId, one))),
    getItems<InboundMessage>(receivedIds.map((one) => keys.inboundMessage(workspaceId, one))),
  ]);
  return { thread, records, emails, received };
}

const threadSort = keys.thread('', '').sk;

const isThread = (record: Item<object>): record is Item<Thread> => record.sk === threadSort;

const idsUnder = (prefix: string, records: readonly Item<object>[]): string[] =>
  records.filter(({ sk }) => sk.startsWith(prefix)).map(({ sk }) => sk.slice(prefix.length));
