import { answerBytesMax } from '../../../core/answer-size';
import { chunksOf } from '../../../core/chunks';
import { isUuid } from '../../../db/cursor';
import { keys, type Key } from '../../../db/keys/index';
import { getItems } from '../../../db/table';
import { readContent, type ContentRecord } from '../../platform/content-store';
import type { EmailContent } from '../../send/emails/content';
import type { Email } from '../../../db/records/emails';
import type { InboundContent, InboundMessage } from '../../../db/records/inbound';
import { readMembers, type Members } from './members';
import type { Thread } from '../../../db/records/threads';
import { saidAt } from './said-at';

/** One thing that was said in a conversation. Without content: there is no more room for it, or none is kept. */
export type Saying =
  { email: Email; content?: EmailContent } | { message: InboundMessage; content?: InboundContent };

/**
 * A conversation with everything that was said in it, in the order in which the service came to know of it: what is
 * new stands last (contract.md, D37). Undefined when there is none.
 */
export async function readTranscript(
  workspaceId: string,
  id: string,
): Promise<{ thread: Thread; sayings: Saying[] } | undefined> {
  if (!isUuid(id)) return undefined;
  const members = await readMembers(workspaceId, id);
  if (!members) return undefined;
  const sayings = inOrder(members);
  await addContents(workspaceId, sayings.toReversed());
  return { thread: members.thread, sayings };
}

function inOrder({ emails, received }: Members): Saying[] {
  const sayings = [...emails.map((email) => ({ email })), ...received.map((message) => ({ message }))];
  return sayings.sort((a, b) => (positionOf(a) < positionOf(b) ? -1 : 1));
}

const positionOf = (saying: Saying): string =>
  'email' in saying
    ? `${saidAt(saying.email)} ${saying.email.id}`
    : `${saying.message.recordedAt} ${saying.message.id}`;

/** Mails can be large: few of them are read at once, and no more than an answer can carry. */
const atOnce = 10;

/** Some of it will not be shown, so more is read than an answer can carry; but not more than there is memory for. */
const charactersMax = 4 * answerBytesMax;

/** From the newest on. The older ones go without what they say where it is too much. */
async function addContents(workspaceId: string, newestFirst: readonly Saying[]): Promise<void> {
  let characters = 0;
  for (const part of chunksOf(newestFirst, atOnce)) {
    if (characters > charactersMax) return;
    const records = await getItems<ContentRecord>(part.map((saying) => contentKeyOf(workspaceId, saying)));
    const recordOf = new Map(records.map((record) => [record.pk, record]));
    const lengths = part.map(async (saying) => {
      const record = recordOf.get(contentKeyOf(workspaceId, saying).pk);
      return record ? addContent(saying, record) : 0;
    });
    characters += (await Promise.all(lengths)).reduce((sum, length) => sum + length, 0);
  }
}

const contentKeyOf = (workspaceId: string, saying: Saying): Key =>
  'email' in saying
    ? keys.emailContent(workspaceId, saying.email.id)
    : keys.inboundContent(workspaceId, saying.message.id);

/** Returns its length in characters. What an email keeps to be sent later is none of a reader's business. */
async function addContent(saying: Saying, record: ContentRecord): Promise<number> {
  if ('email' in saying) {
    const { text, html } = await readContent<EmailContent>(record);
    saying.content = { text, html };
    return lengthOf([text, html]);
  }
  const content = await readContent<InboundContent>(record);
  saying.content = content;
  return lengthOf([content.text, content.rawText, content.html]);
}

const lengthOf = (bodies: readonly (string | null)[]): number =>
  bodies.reduce((sum, body) => sum + (body?.length ?? 0), 0);
