import { keys, type Key } from '../../../db/keys';
import { putItems, type Item } from '../../../db/table';
import { bareAddress } from '../../../text/mailbox';
import { dayMs, epochSeconds, now } from '../../../core/time';
import { keepEmailContent, type EmailContent } from './content';
import { everyoneOf } from './message';
import type { Email } from '../../../db/records/emails';

interface Surroundings {
  /** It leaves later: who unsubscribes meanwhile finds it. */
  isPending?: boolean;
  /** Its thread begins with it, and so knows it. */
  startsThread?: boolean;
}

/** Stores a new email with everything that finds it again. Nothing may stand under its id. */
export const storeEmail = (email: Email, content: EmailContent): Promise<void> =>
  storeBeside(email, content, {}, [{ ...keys.email(email.workspaceId, email.id), ...email }]);

/** All that stands beside an email, and then `last`, so that none is stored that cannot be found. */
export async function storeBeside(
  email: Email,
  content: EmailContent,
  { isPending = false, startsThread = false }: Surroundings = {},
  last: readonly Item<object>[] = [],
): Promise<void> {
  const { workspaceId, id } = email;
  const kept = keepEmailContent(workspaceId, id, content);
  const items = [
    kept.record,
    ...pointersTo(email),
    ...(isPending ? pendingPointers(email, content) : []),
    ...(email.threadId && email.joins && !startsThread
      ? [keys.threadMessage(workspaceId, email.threadId, id)]
      : []),
    ...last,
  ];
  // What leaves later needs its content: none is stored without it.
  if (isPending) await kept.stored;
  await Promise.all([putItems(items), kept.stored]);
}

/** By whom it was sent to. */
export const pointersTo = ({ workspaceId, id, to }: Email): Key[] =>
  [...new Set(to.map(bareAddress))].map((address) => keys.emailTo(workspaceId, address, id));

/** Nobody asks for these once the email has left; by then they may go. */
function pendingPointers({ workspaceId, id, scheduledAt }: Email, { message }: EmailContent): Item<object>[] {
  const expiresAt = epochSeconds(Math.max(now(), Date.parse(scheduledAt ?? '') || 0) + 60 * dayMs);
  const addresses = new Set(message ? everyoneOf(message).map(({ address }) => bareAddress(address)) : []);
  return [...addresses].map((address) => ({ ...keys.pendingFor(workspaceId, address, id), expiresAt }));
}
