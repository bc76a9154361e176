import { answerBytesMax } from '../../answer-size';
import { chunksOf } from '../../chunks';
import { isUuid } from '../../db/cursor';
import { keys } from '../../db/keys';
import { queryAll, type Item } from '../../db/table';
import { readEmails, type EmailAndContent } from '../emails/read-emails';
import { readInbound, type InboundAndContent } from '../inbound/read-inbound';
import type { Thread } from './record';
import { saidAt } from './said-at';

/** One thing that was said in a conversation, by the workspace or by somebody else. */
export type Saying = { outbound: EmailAndContent } | { inbound: InboundAndContent };

/** A conversation with everything that was said in it, oldest first; undefined when there is none. */
export async function readTranscript(
  workspaceId: string,
  id: string,
): Promise<{ thread: Thread; sayings: Saying[] } | undefined> {
  if (!isUuid(id)) return undefined;
  const records = await queryAll<object>({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': keys.thread(workspaceId, id).pk },
  });
  const thread = records.find(isThread);
  if (!thread) return undefined;
  const received = idsUnder('INBOUND#', records);
  const sent = [thread.firstMessageId, ...idsUnder('MESSAGE#', records)];
  return { thread, sayings: await readSayings(workspaceId, new Set(sent), new Set(received)) };
}

const idsUnder = (prefix: string, records: readonly Item<object>[]): string[] =>
  records.filter(({ sk }) => sk.startsWith(prefix)).map(({ sk }) => sk.slice(prefix.length));

/** Mails are large: few of them are in memory at once, and no more than an answer can carry. */
const atOnce = 5;

/** Ids are in the order of their times, so the newest are read first; the older ones may go without their bodies. */
async function readSayings(
  workspaceId: string,
  sent: ReadonlySet<string>,
  received: ReadonlySet<string>,
): Promise<Saying[]> {
  const sayings: Saying[] = [];
  let characters = 0;
  for (const ids of chunksOf([...new Set([...sent, ...received])].toSorted().reverse(), atOnce)) {
    const options = { isFull: characters > answerBytesMax };
    const [emails, messages] = await Promise.all([
      readEmails(
        workspaceId,
        ids.filter((id) => !received.has(id)),
        options,
      ),
      readInbound(
        workspaceId,
        ids.filter((id) => received.has(id)),
        options,
      ),
    ]);
    const read: Saying[] = [
      // What it keeps to be sent later is none of a reader's business.
      ...[...emails.values()].map(({ email, content: { text, html } }) => ({
        outbound: { email, content: { text, html } },
      })),
      ...messages.map((inbound) => ({ inbound })),
    ];
    characters += read.reduce((sum, saying) => sum + charactersOf(saying), 0);
    sayings.push(...read);
  }
  return sayings.sort((a, b) => (positionOf(a) < positionOf(b) ? -1 : 1));
}

function charactersOf(saying: Saying): number {
  const bodies =
    'outbound' in saying
      ? [saying.outbound.content.text, saying.outbound.content.html]
      : [saying.inbound.content.text, saying.inbound.content.rawText, saying.inbound.content.html];
  return bodies.reduce((sum, body) => sum + (body?.length ?? 0), 0);
}

const threadSort = keys.thread('', '').sk;

const isThread = (record: Item<object>): record is Item<Thread> => record.sk === threadSort;

const positionOf = (saying: Saying): string =>
  'outbound' in saying
    ? `${saidAt(saying.outbound.email)} ${saying.outbound.email.id}`
    : `${saying.inbound.message.saidAt} ${saying.inbound.message.id}`;
