import { keys, type Key } from '../../../db/keys';
import { putItems, type Item } from '../../../db/table';
import { normalizeAddress } from '../../../text/mailbox';
import { dayMs, epochSeconds, now } from '../../../core/time';
import { prepareEmailContent, type EmailContent } from './content';
import { allRecipients, type Recipients } from './message';
import type { Email } from '../../../db/records/emails';

/** Stores a new email with its content and pointers. No email with this id may exist. */
export const storeEmail = (email: Email, content: EmailContent): Promise<void> =>
  storeWithRelated(email, content, [{ ...keys.email(email.workspaceId, email.id), ...email }]);

/**
 * Stores the related records of an email, and then `finalItems`, so that an email is never stored without its
 * pointers.
 */
export async function storeWithRelated(
  email: Email,
  content: EmailContent,
  finalItems: readonly Item<object>[] = [],
): Promise<void> {
  const { record, stored } = prepareEmailContent(email.workspaceId, email.id, content);
  const items = [record, ...recipientPointers(email), ...threadEntries(email), ...finalItems];
  await Promise.all([putItems(items), stored]);
}

/**
 * Returns the pointers to an email that is sent later, which an unsubscribe in the meantime uses to find the email. If
 * the email starts its thread, the record of the thread refers to the email.
 */
export const pendingEmailPointers = (
  email: Email,
  message: Recipients,
  { startsThread }: { startsThread: boolean },
): Item<object>[] => [
  ...recipientPointers(email),
  ...pendingPointers(email, message),
  ...(startsThread ? [] : threadEntries(email)),
];

const threadEntries = ({ workspaceId, id, threadId, joinsThread }: Email): Key<object>[] =>
  threadId && joinsThread ? [keys.threadMessage(workspaceId, threadId, id)] : [];

/** Returns the pointers to the email from the addresses in `to`. */
export const recipientPointers = ({ workspaceId, id, to }: Email): Key<object>[] =>
  [...new Set(to.map(normalizeAddress))].map((address) => keys.emailByRecipient(workspaceId, address, id));

/**
 * Returns the pointers to an email that is sent later. The pointers are not needed once the email is sent, and expire
 * 60 days after the scheduled time.
 */
function pendingPointers({ workspaceId, id, scheduledAt }: Email, message: Recipients): Item<object>[] {
  const expiresAt = epochSeconds(Math.max(now(), Date.parse(scheduledAt ?? '') || 0) + 60 * dayMs);
  const addresses = new Set(allRecipients(message).map(({ address }) => normalizeAddress(address)));
  return [...addresses].map((address) => ({
    ...keys.pendingByRecipient(workspaceId, address, id),
    expiresAt,
  }));
}
