import { keys, type Key } from '../../../db/keys';
import { putItems, type Item } from '../../../db/table';
import { normalizeAddress } from '../../../text/mailbox';
import { dayMs, epochSeconds, now } from '../../../core/time';
import { prepareEmailContent, type EmailContent } from './content';
import { allRecipients } from './message';
import type { Email } from '../../../db/records/emails';

interface StoreOptions {
  /** Whether the email is sent later. If so, an unsubscribe in the meantime must find the email. */
  isPending?: boolean;
  /** Whether the email starts its thread, whose record then refers to the email. */
  startsThread?: boolean;
}

/** Stores a new email with its content and pointers. No email with this id may exist. */
export const storeEmail = (email: Email, content: EmailContent): Promise<void> =>
  storeWithRelated(email, content, {}, [{ ...keys.email(email.workspaceId, email.id), ...email }]);

/**
 * Stores the related records of an email, and then `finalItems`, so that an email is never stored without its
 * pointers.
 */
export async function storeWithRelated(
  email: Email,
  content: EmailContent,
  { isPending = false, startsThread = false }: StoreOptions = {},
  finalItems: readonly Item<object>[] = [],
): Promise<void> {
  const { workspaceId, id } = email;
  const preparedContent = prepareEmailContent(workspaceId, id, content);
  const items = [
    preparedContent.record,
    ...recipientPointers(email),
    ...(isPending ? pendingPointers(email, content) : []),
    ...(email.threadId && email.joinsThread && !startsThread
      ? [keys.threadMessage(workspaceId, email.threadId, id)]
      : []),
    ...finalItems,
  ];
  // An email that is sent later needs its content, so the content is stored first.
  if (isPending) await preparedContent.stored;
  await Promise.all([putItems(items), preparedContent.stored]);
}

/** Returns the pointers to the email from the addresses in `to`. */
export const recipientPointers = ({ workspaceId, id, to }: Email): Key<object>[] =>
  [...new Set(to.map(normalizeAddress))].map((address) => keys.emailByRecipient(workspaceId, address, id));

/**
 * Returns the pointers to an email that is sent later. The pointers are not needed once the email is sent, and expire
 * 60 days after the scheduled time.
 */
function pendingPointers({ workspaceId, id, scheduledAt }: Email, { message }: EmailContent): Item<object>[] {
  const expiresAt = epochSeconds(Math.max(now(), Date.parse(scheduledAt ?? '') || 0) + 60 * dayMs);
  const addresses = new Set(
    message ? allRecipients(message).map(({ address }) => normalizeAddress(address)) : [],
  );
  return [...addresses].map((address) => ({
    ...keys.pendingByRecipient(workspaceId, address, id),
    expiresAt,
  }));
}
