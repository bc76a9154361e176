import { keys } from '../../db/keys';
import { ifAbsent, putItem } from '../../db/table';
import { bareAddress } from '../../text/mailbox';
import type { Email } from '../emails/record';
import type { Thread } from './record';

/** Starts the thread of an email that the provider accepted. Doing it twice changes nothing. */
export async function startThread(email: Email, sentAt: string): Promise<void> {
  if (!email.threadId) return;
  const thread: Thread = {
    id: email.threadId,
    workspaceId: email.workspaceId,
    subject: email.subject,
    participants: email.to.map(bareAddress),
    messageCount: 1,
    awaitingReply: false,
    lastMessageAt: sentAt,
    createdAt: email.createdAt,
  };
  await putItem<Thread>({ ...keys.thread(email.workspaceId, thread.id), ...thread }, ifAbsent);
}
