import type { TransactionWrite } from '../../../db/transaction';
import type { Email, EmailStatus } from '../../../db/records/emails';
import { objectKeysOf, planDeletionWrite } from '../../platform/stored-content/plan-deletion';

/** Whether a transition to this status ends the use of the email's stored content. */
export const endsContentUse = ({ storedContent }: Email, to: EmailStatus): boolean =>
  storedContent !== undefined && to !== 'queued' && to !== 'scheduled';

/** The emails that were certainly not sent. The log keeps the text and HTML of all others. */
const isNotSent = (status: EmailStatus): boolean => status === 'canceled' || status === 'rejected';

/** The writes that belong into the transaction of a transition to this status. */
export function endContentUseWrites(email: Email, to: EmailStatus): TransactionWrite[] {
  const { workspaceId, storedContent } = email;
  if (!storedContent || !endsContentUse(email, to)) return [];
  const unused = objectKeysOf(storedContent).filter(
    (key) => isNotSent(to) || key !== storedContent.contentKey,
  );
  return [planDeletionWrite(workspaceId, storedContent, unused)];
}
