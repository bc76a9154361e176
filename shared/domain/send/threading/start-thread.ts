import { ifAbsent } from '../../../db/condition';
import { keys, threadsKey, timePosition } from '../../../db/keys/index';
import { putItem, type Item } from '../../../db/table';
import type { Email } from '../../../db/records/emails';
import { participantsOf } from './participants';
import type { Thread } from '../../../db/records/threads';

/**
 * Starts the thread of an email that SES accepted. Idempotent. Returns false if a reply to the email has already
 * started the thread, which the email then joins.
 */
export async function startThread(email: Email, sentAt: string): Promise<boolean> {
  if (!email.threadId) return true;
  const existing = await putItem<Thread>(newThread(email, email.threadId, sentAt), ifAbsent);
  if (!existing || existing.firstMessageId === email.id) return true;
  await putItem<object>(keys.threadMessage(email.workspaceId, email.threadId, email.id));
  return false;
}

function newThread(email: Email, id: string, lastMessageAt: string): Item<Thread> {
  const { workspaceId, subject, createdAt, inboxId } = email;
  const participants = participantsOf(email);
  return {
    ...keys.thread(workspaceId, id),
    id,
    workspaceId,
    subject,
    ...(inboxId !== undefined && { inboxId }),
    ...(participants.size > 0 && { participants }),
    firstMessageId: email.id,
    messageCount: 1,
    awaitingReply: false,
    handledAt: null,
    lastMessageAt,
    createdAt,
    timeKey: threadsKey(workspaceId, id),
    timeAt: timePosition(lastMessageAt, id),
  };
}
