import { answerBytesMax } from '../../answer-size';
import { chunksOf } from '../../chunks';
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
  const ids = [...new Set([thread.firstMessageId, ...joined])];
  return { thread, messages: await readMessages(workspaceId, ids) };
}

/** Mails are large: few of them are in memory at once, and no more than an answer can carry. */
const atOnce = 5;

/** Ids are in the order of their times, so the newest are read first; the older ones may go without their bodies. */
async function readMessages(workspaceId: string, ids: readonly string[]): Promise<EmailAndContent[]> {
  const messages: EmailAndContent[] = [];
  let characters = 0;
  for (const part of chunksOf(ids.toSorted().reverse(), atOnce)) {
    const isFull = characters > answerBytesMax;
    for (const { email, content } of (await readEmails(workspaceId, part, { isFull })).values()) {
      const { text, html } = content;
      characters += (text?.length ?? 0) + (html?.length ?? 0);
      messages.push({ email, content: { text, html } });
    }
  }
  return messages.sort((a, b) => (timeOf(a) < timeOf(b) ? -1 : 1));
}

const threadSort = keys.thread('', '').sk;

const isThread = (record: Item<object>): record is Item<Thread> => record.sk === threadSort;

const timeOf = ({ email }: EmailAndContent): string => `${saidAt(email)} ${email.id}`;
