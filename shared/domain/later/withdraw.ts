import { keys } from '../../db/keys';
import { getItems, queryAll, updateItem } from '../../db/table';
import { bareAddress } from '../../text/mailbox';
import { remainingOf } from '../emails/remaining';
import { moveEmail } from '../emails/move';
import type { Email } from '../emails/record';

/**
 * Takes the address out of every email that is scheduled to it; one that nobody of `to` is left for is canceled
 * (contract.md, D2). Doing it twice changes nothing.
 */
export async function withdrawFromScheduled(workspaceId: string, address: string): Promise<void> {
  const bare = bareAddress(address);
  const pointers = await queryAll<object>({
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': keys.pendingFor(workspaceId, bare, '').pk },
  });
  const emails = await getItems<Email>(pointers.map(({ sk }) => keys.email(workspaceId, sk)));
  await Promise.all(emails.map((email) => withdrawFrom(email, bare)));
}

async function withdrawFrom(email: Email, address: string): Promise<void> {
  const current = await updateItem<Email>(keys.email(email.workspaceId, email.id), {
    UpdateExpression: 'ADD withdrawn :address',
    // Also one that is being sent: should it be held back, the address is out when it is tried again.
    ConditionExpression:
      '#status = :scheduled OR (#status = :queued AND (attribute_exists(approvalId) OR attribute_exists(dueKey)))',
    ExpressionAttributeNames: { '#status': 'status' },
    ExpressionAttributeValues: {
      ':address': new Set([address]),
      ':scheduled': 'scheduled',
      ':queued': 'queued',
    },
  });
  if (current?.status === 'scheduled' && remainingOf(current).length === 0)
    await moveEmail(current, { from: 'scheduled', to: 'canceled' });
}
