import { isUuid } from '../../db/cursor';
import { keys } from '../../db/keys';
import { queryAll, type Item } from '../../db/table';
import { readEmails, type EmailAndContent } from '../emails/read-emails';
import type { Thread } from './record';
import { saidAt } from './said-at';

/** A conversation with everything that was said in it, oldest first; undefined when there is none. */
export async function readTranscript(
  workspaceId: string,
  id: string,
): Promise<{ thread: Thread; messages: EmailAndContent[] } | undefined> {
  if (!isUuid(id)) return undefined;
  const records = await queryAll<object>({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': keys.thread(workspaceId, id).pk },
  });
  const thread = records.find(isThread);
  if (!thread) return undefined;
  const joined = records
    .filter(({ sk }) => sk.startsWith('MESSAGE#'))
    .map(({ sk }) => sk.slice('MESSAGE#'.length));
  const found = await readEmails(workspaceId, [...new Set([thread.firstMessageId, ...joined])]);
  return { thread, messages: [...found.values()].sort((a, b) => (timeOf(a) < timeOf(b) ? -1 : 1)) };
}

const threadSort = keys.thread('', '').sk;

const isThread = (record: Item<object>): record is Item<Thread> => record.sk === threadSort;

const timeOf = ({ email }: EmailAndContent): string => `${saidAt(email)} ${email.id}`;
