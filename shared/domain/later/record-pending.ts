import { keys } from '../../db/keys';
import { ifAbsent, putItem, writeTogether, type Item } from '../../db/table';
import { pendingUpdate, threadKeyOf } from '../conversations/threads/follow-email';
import { textOf } from '../departure/compose';
import type { EmailContent } from '../emails/content';
import { storedMessage, type Message } from '../emails/message';
import type { Email } from '../emails/record';

/** What an email that leaves later keeps: all of the message. */
export const contentToKeep = async (message: Message): Promise<EmailContent> => ({
  html: message.html ?? null,
  text: await textOf(message),
  message: storedMessage(message),
});

/**
 * Records an email that leaves later, with what waits for it and with its thread knowing of a pending answer: all or
 * nothing. A retry of the same operation finds what its first attempt recorded.
 */
export async function recordPending(email: Email, ...others: Item<object>[]): Promise<void> {
  const item = { ...keys.email(email.workspaceId, email.id), ...email };
  if (others.length === 0 && !email.isPendingReply) return void (await putItem<Email>(item, ifAbsent));
  await writeTogether(({ TableName }) => [
    ...[item, ...others].map((Item) => ({
      Put: { TableName, Item, ConditionExpression: ifAbsent.expression },
    })),
    ...(email.isPendingReply
      ? [{ Update: { TableName, Key: threadKeyOf(email), ...pendingUpdate(email) } }]
      : []),
  ]);
}
