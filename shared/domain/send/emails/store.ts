import { keys, type Key } from '../../../db/keys';
import { putItems, type Item } from '../../../db/table';
import { normalizeAddress } from '../../../text/mailbox';
import { dayMs, epochSeconds, now } from '../../../core/time';
import { prepareEmailContent, type EmailContent } from './content';
import { allRecipients } from './message';
import type { Email } from '../../../db/records/emails';

interface StoreOptions {
  /** It leaves later: who unsubscribes meanwhile finds it. */
  isPending?: boolean;
  /** Its thread begins with it, and so knows it. */
  startsThread?: boolean;
}

/** Stores a new email with everything that finds it again. Nothing may stand under its id. */
export const storeEmail = (email: Email, content: EmailContent): Promise<void> =>
  storeWithRelated(email, content, {}, [{ ...keys.email(email.workspaceId, email.id), ...email }]);

/** All that stands beside an email, and then `finalItems`, so that none is stored that cannot be found. */
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
  // What leaves later needs its content: none is stored without it.
  if (isPending) await preparedContent.stored;
  await Promise.all([putItems(items), preparedContent.stored]);
}

/** By whom it was sent to. */
export const recipientPointers = ({ workspaceId, id, to }: Email): Key<object>[] =>
  [...new Set(to.map(normalizeAddress))].map((address) => keys.emailByRecipient(workspaceId, address, id));

/** Nobody asks for these once the email has left; by then they may go. */
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
