import { statusKey } from '../../../db/keys';
import type { Message } from './message';
import { newEmail, type EmailOwner } from './new-email';
import type { Email } from '../../../db/records/emails';
import { storeEmail } from './store';

/** Stores an email that is not sent, so that the email log shows the reason. */
export async function storeRejected(owner: EmailOwner, message: Message, reason: string): Promise<Email> {
  const rejected: Email = {
    ...newEmail(owner, message, { threadId: null, joinsThread: false }),
    status: 'rejected',
    statusKey: statusKey(owner.workspaceId, 'rejected'),
    skippedBecause: reason,
  };
  await storeEmail(rejected, { html: message.html ?? null, text: message.text ?? null });
  return rejected;
}
